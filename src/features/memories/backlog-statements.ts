import { sql } from '../../storage/sql.js';
import { systemRead, tenantWrite } from '../../storage/statement.js';

export interface Waiting {
  key_id: string;
  id: string;
  version: number;
  kind: string;
  content: string;
}

/** The memories that wait for vectors, oldest first, of all keys. Contents are held in memory, so only a few at a time. */
export const waitingMemories = systemRead(
  'backlog.waiting',
  async (tx, input: { limit: number }): Promise<Waiting[]> =>
    tx.all<Waiting>(
      sql`select key_id, id, version, kind, content from memories where embedded_model is null order by created_at limit ${input.limit}`,
    ),
);

export const backlogSize = systemRead('backlog.size', async (tx, _input: null): Promise<number> => {
  const row = await tx.get<{ size: number }>(sql`select count(*) as size from memories where embedded_model is null`);
  return Number(row?.size ?? 0);
});

/** The model will never take this text: it stops waiting, until another model comes. */
export const markRefused = tenantWrite(
  'backlog.markRefused',
  async (tx, input: { id: string }): Promise<boolean> =>
    (await tx.run(
      sql`update memories set embedded_model = '' where key_id = ${tx.keyId} and id = ${input.id} and embedded_model is null`,
    )) === 1,
);

export const backlogStatements = [waitingMemories, backlogSize, markRefused];
