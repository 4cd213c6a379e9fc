/**
 * Sentences of a few languages besides English: German, French, Spanish, Portuguese, and some Italian, Dutch, Swedish, Danish and
 * Norwegian. They are recognised by their function words, which is enough to keep the rules for English away from them: "Am Montag" is not a question, and "me" is not an object to be
 * replaced by a name.
 */
const wordSet = (...lists: string[]) => new Set(lists.flatMap((list) => list.split(' ')));

/** Words that occur in no English sentence. */
const OTHERS = wordSet(
  'ich mich mir mein meine meinen meinem meiner wir uns unser unsere unseren unserem ihr nicht kein keine keinen und oder weil dass ein eine einen einem einer ist sind',
  'habe haben hatte wohne arbeite trinke heiße spiele für auf zum zur bei seit nach über sehr auch immer heute gestern jeden danke',
  'je nous notre nos suis sont avons sommes avec dans depuis chez aux très aussi toujours chaque qui',
  'yo nosotros nuestro nuestra nuestros estoy tengo vivo trabajo prefiero necesito gusta gustan porque desde muy también siempre hoy ayer mañana cada pero',
  'eu meu minha meus minhas nosso nossa nós sou estou tenho moro trabalho prefiro preciso odeio adoro gosto muito também sempre hoje ontem amanhã não',
  'abito lavoro sono ik mijn heb wij onze niet voor ook altijd jeg jag och inte ikke är',
);
/** Words that occur in English sentences as parts of names: "La Paz", "Rio de Janeiro". */
const MAYBE_OTHERS = wordSet(
  'der das dem mit pour von zu aus aber sie es morgen mon ma mes moi il elle est sur pas ne une un le la les des du de et ou mais que au hier demain',
  'mi mis soy odio toco el los las una con para por en del y os um uma em na da dos das e mas io mio ho di che non molto het een vi',
);
/** Words of other languages that English has, too: as slang, in names, as abbreviations. */
const ALSO_ENGLISH = wordSet('yo eu aux chez nos ciao oi soy');
const ENGLISH = wordSet(
  "i i'm i've i'd i'll my we we're we've our us you your the is are were be been being have had having and or of to at for with that this these those it its it's not don't doesn't didn't can't but from they them she her his him",
  "there here who what when where which because if then than will would could should can may might just only also very really who's there's that's let's by about into over after before",
);
const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)*/gu;
/** Before a vowel a function word is reduced to one letter: "j'ai", "l'ami". */
const ELISION = /(?<![\p{L}\p{N}])(?:j|l|d|n|s|m|c|qu|dell|all)'(?=\p{L}{2})/giu;
/** Whether a word is a function word of another language, and not of English alone. */
export const isFunctionWordOfOther = (word: string) =>
  MAYBE_OTHERS.has(word) || (OTHERS.has(word) && !ALSO_ENGLISH.has(word));

/** The weight a sentence needs: one word that no English sentence has, or two that it may have in names. */
const ENOUGH = 2;

/** How much a lower-case word speaks against English. */
export const foreignness = (word: string): number =>
  ALSO_ENGLISH.has(word) ? 0 : OTHERS.has(word) ? ENOUGH : MAYBE_OTHERS.has(word) ? 1 : 0;

/** Whether a sentence is in a language other than English, judging by its function words. */
export const isOtherLanguage = (text: string) => weightOf(text, false) >= ENOUGH;
/** The same for a text whose other words mean something in English: one sign that occurs there too ("ciao", "d'oh", "yo") is not enough. */
export const isCertainlyOther = (text: string) => weightOf(text, true) >= ENOUGH;

function weightOf(text: string, isCertain: boolean): number {
  const plain = text.slice(0, 1_000).toLowerCase().replaceAll('’', "'");
  const [opening = ''] = GREETS.exec(plain) ?? ECHO.exec(plain) ?? SPEAKS.exec(plain) ?? [];
  const words = (isCertain ? plain.slice(opening.length) : plain).replace(ELISION, ' ').match(WORD) ?? [];
  const sign = (text: string) => (isCertain && (text.includes("'") || ALSO_ENGLISH.has(text.trim())) ? 1 : ENOUGH);
  let weight = opening === '' ? 0 : sign(opening);
  for (const [elision] of plain.matchAll(ELISION)) weight += sign(elision);
  for (const word of isCertain ? new Set(words) : words) {
    if (OTHERS.has(word)) weight += isCertain && ALSO_ENGLISH.has(word) ? 1 : ENOUGH;
    else if (MAYBE_OTHERS.has(word)) weight++;
    else if (ENGLISH.has(word)) weight -= ENOUGH;
  }
  return weight;
}

/** Politeness. */
const GREETS =
  /^(?:hallo|moin|servus|grüß (?:gott|dich)|guten (?:morgen|tag|abend)|gute nacht|danke(?: schön| sehr)?|vielen dank|tschüss|auf wiedersehen|bis (?:bald|später|dann|morgen)|freut mich|bonjour|bonsoir|salut|coucou|merci(?: beaucoup| bien)?|au revoir|à (?:bientôt|demain|plus)|enchantée?|bonne (?:journée|soirée|nuit)|hola|buen(?:os|as) (?:días|tardes|noches)|(?:muchas |mil )?gracias|adiós|hasta (?:luego|mañana|pronto)|encantad[oa]|mucho gusto|de nada|olá|oi|bom dia|boa (?:tarde|noite)|(?:muito )?obrigad[oa]|tchau|até (?:logo|amanhã|já|breve)|prazer em|ciao|buon(?:giorno|asera)|grazie(?: mille)?|dank je(?: wel)?|goedemorgen)(?![\p{L}])/iu;
/** Asks for something to be done. */
const REQUESTS =
  /^(?:bitte|kannst du|könntest du|können sie|könnten sie|hilf mir|s'il (?:te|vous) plaît|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|aide-moi|por favor|puedes|podrías|ayúdame|você pode|pode(?:ria)?s?|me ajud[ea]|per favore|puoi|potresti)(?![\p{L}])/iu;
/** What makes a request one for every time. */
const FOR_GOOD =
  /(?<!\p{L})(?:immer|nie|niemals|nicht mehr|ab jetzt|ab sofort|von jetzt an|künftig|in zukunft|nenn(?:e|en sie)? mich|toujours|jamais|désormais|à l'avenir|siempre|nunca|ya no|de ahora en adelante|sempre|daqui em diante|mai più|d'ora in poi)(?!\p{L})/iu;
/** Words that say nothing if they are almost alone. */
const ECHO =
  /^(?:ja|nein|doch|genau|stimmt|klar|gerne|alles klar|oui|d'accord|bien sûr|exactement|sí|vale|claro|não(?!\s\p{L})|certo|está bem|tá bom)(?![\p{L}])/iu;
/** A verb form that implies the speaker: with it two words are a sentence, and a negation before it is not an answer. */
const SPEAKS =
  /^(?:no |não |non )?(?:soy|estoy|tengo|vivo|trabajo|prefiero|necesito|odio|amo|toco|como|bebo|hablo|estudio|juego|quiero|sou|estou|tenho|moro|trabalho|prefiro|preciso|odeio|adoro|toco|bebo|falo|estudo|jogo|quero|sono|ho|abito|lavoro)(?![\p{L}])/iu;

/** Whether a sentence in another language states something: it is not a question, a greeting or a request for once. */
export function statesInOtherLanguage(text: string, words: number): boolean {
  if (REQUESTS.test(text) && !FOR_GOOD.test(text.replaceAll('’', "'"))) return false;
  const speaks = SPEAKS.test(text);
  if (words < (speaks ? 2 : 3)) return false;
  if (words <= 3 && !speaks && ECHO.test(text)) return false;
  const greeting = GREETS.exec(text);
  if (!greeting) return true;
  // "Hallo, ich wohne in Graz."
  const rest = text.slice(greeting[0].length);
  return /^\s*[^\s,.!–-]{0,12}[,.!–-]/.test(rest) && (rest.match(WORD)?.length ?? 0) >= 4;
}
