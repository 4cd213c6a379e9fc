import type { Part } from './words.js';

/**
 * One way of commanding an agent: parts that follow each other within `within` words. `weight` is the probability that the text is an attack if
 * nothing else is known. Cues of one family say the same thing, so only the heaviest counts. A cue below 0.5 never flags a memory by itself; it
 * takes two families.
 */
export interface Cue {
  readonly family: Family;
  readonly weight: number;
  readonly within: number;
  readonly parts: readonly Part[];
  /** Index of the part that is the verb, which weighs less if it is merely reported ("she told me to ignore …"). */
  readonly verb?: number;
}

export type Family =
  | 'override'
  | 'obedience'
  | 'persona'
  | 'disclosure'
  | 'exfiltration'
  | 'tool'
  | 'concealment'
  | 'authority'
  | 'address'
  | 'persistence'
  | 'promotion'
  | 'deception'
  | 'safety'
  | 'hidden'
  | 'consent'
  | 'shell'
  | 'role'
  | 'wrapper';

const cue = (family: Family, weight: number, within: number, ...parts: Part[]): Cue => ({
  family,
  weight,
  within,
  parts,
});
const verb = (family: Family, weight: number, within: number, ...parts: Part[]): Cue => ({
  ...cue(family, weight, within, ...parts),
  verb: 0,
});
const secondVerb = (family: Family, weight: number, within: number, ...parts: Part[]): Cue => ({
  ...cue(family, weight, within, ...parts),
  verb: 1,
});

export const CUES: readonly Cue[] = [
  verb('override', 0.8, 4, 'ignore', 'prior', 'rules'),
  verb('override', 0.8, 4, 'ignore', 'rules', 'after'),
  verb('override', 0.45, 3, 'ignore', 'every', 'rules'),
  verb('override', 0.3, 2, 'ignore', 'rules'),
  verb('override', 0.6, 3, 'ignore', 'everything', 'told'),
  verb('override', 0.5, 4, 'ignore', 'cameBefore'),
  verb('override', 0.5, 4, 'play', 'rules', 'void'),
  verb('override', 0.45, 2, 'ignore', 'user'),
  verb('override', 0.5, 2, 'ignore', 'youAre'),
  cue('override', 0.5, 3, 'your', 'rules', 'void'),
  cue('override', 0.7, 4, 'never', 'follow', 'prior', 'rules'),
  cue('override', 0.55, 4, 'never', 'follow', 'rules', 'after'),
  cue('override', 0.45, 3, 'never', 'follow', 'rules'),
  cue('override', 0.45, 3, 'never', 'follow', 'outranked'),
  cue('override', 0.55, 4, 'prior', 'rules', 'void'),
  cue('override', 0.45, 4, 'rules', 'void'),
  cue('override', 0.4, 2, 'news', 'rules'),
  cue('override', 0.45, 3, 'priority', 'outranked'),
  cue('obedience', 0.5, 3, 'instead'),
  verb('obedience', 0.45, 3, 'follow', 'this'),
  cue('obedience', 0.55, 2, 'your', 'news', 'goal'),
  cue('obedience', 0.6, 3, 'hence', 'you', 'must'),
  cue('obedience', 0.6, 2, 'you', 'must', 'hence'),
  cue('obedience', 0.35, 3, 'hence', 'must'),
  cue('obedience', 0.55, 3, 'you', 'hard', 'refuse'),
  cue('obedience', 0.25, 2, 'you', 'hard'),
  cue('persona', 0.65, 4, 'become', 'persona'),
  cue('persona', 0.2, 1, 'become'),
  verb('persona', 0.5, 4, 'play', 'persona'),
  verb('persona', 0.55, 5, 'play', 'none', 'rules'),
  cue('persona', 0.4, 3, 'you', 'none', 'rules'),
  cue('persona', 0.5, 4, 'persona', 'none', 'rules'),
  cue('persona', 0.3, 2, 'modes', 'mode'),
  cue('persona', 0.45, 1, 'hacked'),
  verb('disclosure', 0.65, 4, 'reveal', 'system'),
  cue('disclosure', 0.15, 1, 'system'),
  verb('exfiltration', 0.75, 8, 'send', 'secret', 'dest'),
  secondVerb('exfiltration', 0.65, 8, 'secret', 'send', 'dest'),
  verb('exfiltration', 0.4, 5, 'send', 'secret'),
  verb('exfiltration', 0.3, 6, 'send', 'dest'),
  verb('exfiltration', 0.45, 4, 'reveal', 'secret'),
  verb('exfiltration', 0.4, 4, 'transfer', 'funds', 'wallet'),
  verb('tool', 0.3, 4, 'call', 'tool'),
  verb('tool', 0.35, 4, 'destroy', 'every', 'stored'),
  cue('consent', 0.4, 1, 'unasked'),
  cue('concealment', 0.6, 3, 'never', 'tell', 'user'),
  cue('concealment', 0.6, 3, 'tell', 'user', 'never'),
  cue('concealment', 0.55, 3, 'tell', 'nothing', 'user'),
  verb('concealment', 0.6, 4, 'hide', 'from', 'user'),
  cue('concealment', 0.5, 3, 'never', 'tell', 'origin'),
  cue('concealment', 0.55, 2, 'covert', 'user'),
  cue('concealment', 0.55, 2, 'awayFrom', 'user'),
  cue('concealment', 0.3, 1, 'covert'),
  cue('concealment', 0.2, 2, 'never', 'tell'),
  cue('authority', 0.35, 2, 'asThe', 'author'),
  cue('authority', 0.55, 6, 'asThe', 'author', 'order'),
  cue('authority', 0.5, 3, 'official', 'from', 'author'),
  cue('authority', 0.3, 1, 'order'),
  cue('authority', 0.3, 1, 'rights'),
  cue('address', 0.5, 3, 'attention', 'ai'),
  cue('address', 0.45, 5, 'ai', 'hard'),
  cue('address', 0.45, 3, 'when', 'you', 'read', 'this'),
  cue('address', 0.5, 3, 'when', 'ai', 'read', 'thisText'),
  cue('address', 0.45, 3, 'when', 'ai', 'read'),
  cue('address', 0.5, 3, 'ai', 'read', 'thisText', 'hard'),
  cue('persistence', 0.45, 6, 'whatever', 'always', 'steer'),
  cue('persistence', 0.4, 6, 'when', 'user', 'ask', 'always', 'steer'),
  cue('persistence', 0.3, 6, 'when', 'user', 'ask', 'steer'),
  cue('persistence', 0.35, 2, 'future', 'talk'),
  cue('promotion', 0.3, 2, 'always', 'steer'),
  cue('persistence', 0.4, 1, 'trust'),
  cue('persistence', 0.3, 6, 'asked', 'steer'),
  verb('promotion', 0.3, 4, 'steer', 'link'),
  cue('deception', 0.55, 6, 'when', 'user', 'ask', 'deceive'),
  secondVerb('deception', 0.5, 6, 'asked', 'deceive'),
  verb('deception', 0.45, 3, 'deceive', 'user'),
  verb('deception', 0.5, 9, 'tell', 'user', 'visit', 'dest'),
  verb('safety', 0.45, 3, 'disable', 'safety'),
  verb('safety', 0.6, 3, 'disable', 'your', 'safety'),
  verb('safety', 0.35, 3, 'grant', 'every', 'request'),
  verb('safety', 0.35, 3, 'grant', 'access'),
  cue('hidden', 0.45, 8, 'decode', 'obeyIt'),
  cue('hidden', 0.45, 6, 'obeyIt', 'decode'),
];
