import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { lookUp, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';

/** Events that a summary is made from: of more, an even selection. */
export const EVENTS_READ = 1_000;
/** Characters of each. */
export const CHARACTERS_READ = 2_000;

/** For turns of a conversation: the speaker if no name is known. */
const SPEAKERS: Readonly<Record<string, string>> = { user: 'User', assistant: 'Assistant' };

export interface SummaryEvent {
  seq: number;
  text: string;
  type: string;
  at: number;
}

/**
 * The events that a summary of the episode is made from, in order. Text that looks like instructions to the agent is left out: a summary must not
 * pass it on as a statement of its own.
 */
export async function summaryEvents(tx: TenantTx, episodeId: string, lastSeq: number): Promise<SummaryEvent[]> {
  const stride = Math.max(1, Math.ceil(lastSeq / EVENTS_READ));
  const events = await tx.all<
    SummaryEvent & { name: string | null }
  >(sql`select substr(m.content, 1, ${CHARACTERS_READ}) as text,
      v.seq, v.type, v.created_at as at, m.metadata ->> 'speaker' as name
    from episode_events v ${lookUp(tx.dialect, 'inner', 'memories', 'm', sql`m.key_id = ${tx.keyId} and m.id = v.id`)}
    where v.key_id = ${tx.keyId} and v.episode_id = ${episodeId} and m.risk < ${RISK_FLAGGED}
      and (v.seq % ${stride} = 1 % ${stride} or v.seq = ${lastSeq})
    order by v.seq`);
  return events.map(({ name, ...event }) => {
    const speaker = SPEAKERS[event.type] && (name ?? SPEAKERS[event.type]);
    return speaker ? { ...event, text: `${speaker}: ${event.text}` } : event;
  });
}
