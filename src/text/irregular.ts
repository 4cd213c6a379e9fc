/** Each line: a base form, then the forms that Porter's stemmer does not reduce to it. General English, compiled by hand. */
const FORMS = `
arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun|bend bent
bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built
burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug
draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed
feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone goes|grind ground
grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid
lead led|lean leant|leap leapt|learn learnt|leave left|lend lent|light lit|lose lost|make made|mean meant
meet met|mistake mistook mistaken|pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran
say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot
show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken
spell spelt|spend spent|spill spilt|spin spun|spoil spoilt|spring sprang sprung|stand stood|steal stole stolen
stick stuck|sting stung|stink stank stunk|strike struck|strive strove striven|swear swore sworn|sweep swept
swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought
throw threw thrown|understand understood|undergo underwent undergone|undertake undertook undertaken|wake woke woken
wear wore worn|weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|write wrote written
rewrite rewrote rewritten|overcome overcame|die dying dies died|lie lying lies lied|tie tying ties tied
man men|woman women|child children|person people|foot feet|tooth teeth|goose geese|mouse mice|life lives
wife wives|knife knives|leaf leaves|shelf shelves|half halves|wolf wolves|loaf loaves|thief thieves|scarf scarves
`;

/** Inflected form → base form. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.split(/[|\n]/).flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(' ');
    return forms.map((form): [string, string] => [form, base]);
  }),
);
