import { sql } from '../../../storage/sql.js';
import { systemRead, tenantWrite } from '../../../storage/statement.js';
import { DERIVED_FROM_COLUMN } from '../reading/sources.js';
import { SPEAKER_COLUMN } from '../reading/speaker.js';

export interface Waiting {
  key_id: string;
  id: string;
  version: number;
  kind: string;
  content: string;
  speaker: unknown;
  /** For `sourcesIn`, if it was read. */
  derived_from?: unknown;
}

interface WaitingRequest {
  /** The key that was served last. */
  after: string;
  /** Keys to skip this time. */
  except: readonly string[];
  limit: number;
  /** The limit for all contents together; one memory is returned however long it is. */
  characters: number;
}

/** The oldest memories in the backlog of the next key that has one. */
export const waitingMemories = systemRead('backlog.waiting', async (tx, input: WaitingRequest): Promise<Waiting[]> => {
  const except = new Set(input.except);
  const following = async (after: string) => {
    for (let last = after; ; ) {
      const row = await tx.get<{ key_id: string }>(sql`select key_id from memories
          where embedded_model is null and key_id > ${last} order by key_id limit 1`);
      if (!row || !except.has(row.key_id)) return row?.key_id;
      last = row.key_id;
    }
  };
  const key = (await following(input.after)) ?? (await following(''));
  if (key === undefined) return [];
  const found = await tx.all<Waiting>(sql`select key_id, id, version, kind, content, ${SPEAKER_COLUMN},
      ${DERIVED_FROM_COLUMN} from memories m
      where key_id = ${key} and embedded_model is null order by created_at limit ${input.limit}`);
  let characters = 0;
  return found.filter(({ content }, index) => {
    characters += content.length;
    return index === 0 || characters <= input.characters;
  });
});

export const backlogSize = systemRead('backlog.size', async (tx, _input: null): Promise<number> => {
  const row = await tx.get<{ size: number }>(sql`select count(*) as size from memories where embedded_model is null`);
  return Number(row?.size ?? 0);
});

/** The model will never accept this text: it leaves the backlog until the model changes. */
export const markRefused = tenantWrite(
  'backlog.markRefused',
  async (tx, input: { id: string }): Promise<boolean> =>
    (await tx.run(
      sql`update memories set embedded_model = '' where key_id = ${tx.keyId} and id = ${input.id} and embedded_model is null`,
    )) === 1,
);
