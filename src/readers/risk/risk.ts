import { fold } from '../../text/fold.js';
import { matchCjk } from './cjk.js';
import { Evidence } from './evidence.js';
import { matchHidden } from './hidden.js';
import { matchMarks } from './marks.js';
import { matchCues } from './match.js';
import { riskTokens } from './tokens.js';

/** From here on a memory is left out of contexts and MCP responses unless asked for. */
export const RISK_FLAGGED = 0.5;

/** A hidden text that contains any command at all is deliberate. */
const HIDDEN_COMMAND = 0.6;
const COMMANDS = 0.3;

/**
 * How much a text looks like instructions aimed at the agent that will read it, 0–1 in steps of 0.01. The whole text is read, in linear time. The
 * cues and their weights are in `readers/risk/cues.ts`.
 */
export function riskOf(text: string): number {
  const evidence = new Evidence();
  for (const hidden of matchHidden(text, evidence)) {
    const said = commandsIn(hidden.text);
    if (said >= COMMANDS) evidence.note('hidden', Math.max(HIDDEN_COMMAND, said), hidden.offset);
  }
  read(text, evidence);
  return Math.round(evidence.risk() * 100) / 100;
}

function commandsIn(text: string): number {
  const evidence = new Evidence();
  read(text, evidence);
  return evidence.risk();
}

function read(text: string, evidence: Evidence): void {
  const folded = fold(text);
  matchMarks(folded, evidence);
  matchCjk(folded, evidence);
  matchCues(riskTokens(folded), evidence);
}
