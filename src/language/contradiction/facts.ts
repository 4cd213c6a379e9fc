import type { Clause } from './clauses.js';

/** Something of which there is one at a time: a home, an employer, a deadline. */
export interface Fact {
  /** What it is, as a person would name it. */
  about: string;
  /** Words that say whose it is or which one; two facts must agree in them. */
  which: string;
  value: string;
  /** Said to be over: "used to live in Berlin", "left Acme". */
  over: boolean;
}

/** A comma or point ends it unless it stands inside a number. */
const SPAN = '((?:[^,.;:!?()]|[,.:](?=\\d)){2,60})';
const ADVERB =
  '(?:(?:now|currently|still|just|recently|actually|already|officially|finally|also|mostly|been|temporarily|permanently|back) )*';
const AUX = `(?:(?:is|are|am|was|were|has|have|had|will|'s|'m|'ve|'re) )?${ADVERB}`;

interface Relation {
  about: string;
  now: RegExp[];
  over?: RegExp[];
}
const pattern = (source: string) => new RegExp(source, 'i');

const RELATIONS: Relation[] = [
  {
    about: 'home',
    now: [
      pattern(`\\bmoved (?:in|into|to) (?:an?|the|his|her|my|their|our) [\\w -]{2,20} in ${SPAN}`),
      pattern(
        `\\b${AUX}(?:lives|living|(?<=\\b(?:i|we|they|you|now|still|currently) )live|resides?|residing|based|settled|stays) ${ADVERB}(?:in|at) ${SPAN}`,
      ),
      pattern(
        `\\b(?:moved|moving|relocated|relocating|moves) ${ADVERB}(?:away |house |home )?(?:from [^,.;]{2,30} )?to ${SPAN}`,
      ),
    ],
    over: [
      pattern(
        `\\b(?:used to live|no longer lives?|doesn't live|don't live|moved away|moved out) (?:\\w+ )?(?:in|at|from|of) ${SPAN}`,
      ),
    ],
  },
  {
    about: 'employer',
    now: [
      pattern(`\\b${AUX}(?:works?|working|employed) ${ADVERB}(?:at|for|by) ${SPAN}`),
      pattern(
        `\\b(?:got (?:a|the) (?:new )?job (?:at|with)|started (?:working |a new job |a job )?at|was hired by|took a job at) ${SPAN}`,
      ),
    ],
    over: [
      pattern(
        `\\b(?:used to work (?:at|for)|no longer works? (?:at|for)|left (?:his job at |her job at |my job at |the company )?|quit (?:his job at |her job at |my job at )?|resigned from|was fired from|was laid off (?:from|by)|retired from) ?${SPAN}`,
      ),
    ],
  },
  {
    about: 'occupation',
    now: [
      pattern(`\\b${AUX}(?:works?|working|employed) ${ADVERB}as (?:an? |the )?${SPAN}`),
      pattern(`\\b(?:became|promoted to) (?:an? |the )?${SPAN}`),
    ],
  },
  { about: 'school', now: [pattern(`\\b${AUX}(?:studies|studying|enrolled|study) ${ADVERB}at ${SPAN}`)] },
  { about: 'name', now: [pattern(`\\b(?:is|are|am|'s|'m) (?:called|named) ${SPAN}`)] },
  { about: 'spouse', now: [pattern(`\\b(?:is|am|'s|'m|got|are) ${ADVERB}married to ${SPAN}`)] },
  { about: 'birthplace', now: [pattern(`\\b(?:was|were|is) born in ${SPAN}`), pattern(`\\b(?:grew up) in ${SPAN}`)] },
  { about: 'manager', now: [pattern(`\\breports? (?:directly )?to ${SPAN}`)] },
];

/** Nouns of which a person or a thing has one. */
const SINGLE =
  /^(?:budget|deadline|price|cost|rent|salary|income|name|nickname|surname|title|age|birthday|colou?r|size|weight|height|password|port|version|address|phone|number|email|e-mail|manager|boss|supervisor|ceo|owner|lead|capital|currency|status|date|time|location|venue|place|host|region|database|framework|editor|theme|tier|timezone|goal|target|limit|model|major|employer|job|role|husband|wife|spouse|partner|girlfriend|boyfriend|home|hometown|headquarters|office|priority|due date|start date|end date|meeting|appointment|flight|wedding|launch|exam|interview|party|trip|release|birthplace|nationality|diet|plan|default|winner|destination|subject|frequency|duration|length|distance|speed|rate|fee|score|grade|quota|capacity|room|seat|gate|branch|language|provider|stack|backend|frontend|favou?rite)$/i;
const ATTRIBUTE = pattern(
  `^(?:and |but |so |now |actually,? |update:? )*((?:[\\p{L}\\d'&-]+ ){0,6}?[\\p{L}\\d'-]+?) (?:is|are|was|will be|has been|is being|was|got|=) (?:(?:changed|moved|set|increased|decreased|reduced|raised|extended|postponed|rescheduled|pushed|updated|cut|shortened|switched) (?:back |forward )?(?:to|at) )?${ADVERB}(?:on |at |in |to |set to |for |around |about )?${SPAN}`,
).source;
const ATTRIBUTE_OF = new RegExp(ATTRIBUTE, 'iu');
const FAVOURITE = /\bfavou?rite\b/i;
/** Ends a value: what follows says how, why or since when. */
const VALUE_END =
  / (?:with|since|because|and|but|where|near|so|after|before|while|which|who|that|until|when|as of|these days|anymore|any more|now|again|instead|today|currently|this (?:week|month|year)|last (?:week|month|year)|for (?:now|work|a|the|two|three|\d)|in order|full-time|part-time)\b.*$/i;

export function factsOf(clause: Clause): Fact[] {
  const text = clause.text.replace(/[“”"]/g, '').trim();
  const facts: Fact[] = [];
  for (const { about, now, over } of RELATIONS) {
    const ended = (over ?? []).map((regex) => regex.exec(text)?.[1]).find(Boolean);
    const current = ended ? undefined : now.map((regex) => regex.exec(text)?.[1]).find(Boolean);
    const value = cleaned(ended ?? current ?? '');
    if (value) facts.push({ about, which: '', value, over: Boolean(ended) });
  }
  const attribute = attributeOf(text);
  if (attribute) facts.push(attribute);
  return facts;
}

function attributeOf(text: string): Fact | null {
  const [, owner = '', value = ''] = ATTRIBUTE_OF.exec(text) ?? [];
  const words = owner
    .toLowerCase()
    .replace(/\bfor\b.*$|\bof\b.*$/, '')
    .trim()
    .split(' ');
  const head = words.at(-1) ?? '';
  if (!SINGLE.test(head) && !FAVOURITE.test(owner)) return null;
  const clean = cleaned(value);
  return clean
    ? { about: owner.replace(/^(?:my|our|his|her|their|its|the|your) /i, ''), which: owner, value: clean, over: false }
    : null;
}

const cleaned = (value: string) =>
  value
    .replace(VALUE_END, '')
    .replace(/^(?:the|an?|my|his|her|their|our|on|at|in|to|about|around) /i, '')
    .replace(/["'\s]+$/, '')
    .trim();
