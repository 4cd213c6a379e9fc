import type { Clause } from './clauses.js';

/** Words with which a statement says of itself that it replaces an earlier one. */
const REPLACES =
  /\b(?:no longer|any ?more|any longer|used to|switch(?:ed|ing)|moved (?:[\w'-]+ ){0,3}?(?:to|from|out|back|in)|has moved|relocat\w+|now|nowadays|from now on|instead|rather than|chang(?:ed|ing)|actually|in fact|correction|turns out|updated|replac\w+|reschedul\w+|postponed|pushed (?:back|to)|brought forward|extended|shortened|increased|decreased|raised|lowered|reduced|expanded|upgraded|downgraded|adjusted|revised|renamed|cancell?ed|called off|stopped|quit|gave up|left (?:my|his|her|their|our|the (?:job|company|team|firm))|resigned|broke up|divorced|sold|converted|migrated|ended|since then|these days)\b/i;

export const replaces = (text: string) => REPLACES.test(text);

/** A wish, plan, offer or question claims nothing yet. */
const INTENDS =
  /\b(?:(?:i|we|he|she|they)'(?:ll|d)|will|would|could|should|might|can you|how (?:can|do|should|could|would|to)|want(?:s|ed)? to|plan(?:s|ning|ned)? (?:to|on)|hop(?:e|es|ing) to|going to|looking (?:to|for|into|forward)|consider(?:ing|s)?|thinking (?:of|about)|before \w+ing|if i|whether|needs? to|interested in|tips|ideas|advice|recommend\w*|suggest\w*)\b/i;

export const intends = (clause: Clause) => clause.question || INTENDS.test(clause.text);

/** Of the future only: what is asked about in a conversation has mostly happened. */
const FUTURE = /\b(?:will|plan\w*|before \w+ing|want\w*|hop(?:e|es|ing)|going to)\b|'ll\b/i;
export const liesAhead = (clause: Clause) => FUTURE.test(clause.text);

const CHANGE =
  '(?:increas|exten[ds]|expand|rais|reduc|updat|adjust|chang|improv|upgrad|downgrad|shorten|lower|decreas|grew|grown|rose|risen|fell|fallen|drop|revis|reschedul|postpon|mov|push|switch|cut|boost|scal|went|brought|bump|optimi[sz]|bring|set|get|got|is|was|goal)';
const HEDGE = '(?:(?:just|only|about|around|over|nearly|almost|roughly|up to|a|an|the) )*';
/** "raised the limit to 40 guests", "is currently at 12%". */
const LEADS_TO = new RegExp(`\\b${CHANGE}\\w*\\b[^.;]{0,70}\\b(?:to|at) ${HEDGE}$`, 'i');
/** "now 60 chairs", "the updated 3-day plan", "reached 900 members". */
const STANDS_AT =
  /\b(?:now|currently|reach(?:ed|ing|es)?|recently|increased|expanded|updated|extended|raised|upgraded|revised|adjusted|latest|instead|actually)\b(?: [\w'-]+){0,4} $/i;
const LOOK_BACK = 110;

/** Whether the value that stands at `index` is said to be the outcome of a change. */
export function changedTo(clause: Clause, index: number): boolean {
  const lead = clause.text.slice(Math.max(0, index - LOOK_BACK), index);
  return LEADS_TO.test(lead) || STANDS_AT.test(lead);
}
