import { among, forUpdate, sql } from '../../../storage/sql.js';
import { systemRead, tenantWrite } from '../../../storage/statement.js';
import { type Part, propagateVectors } from '../../compress/sql/propagate-vectors.js';
import { emit } from '../../journal.js';
import { estimatedNow } from '../../memories/reading/importance.js';
import type { KeptTraits } from '../../memories/reading/traits.js';
import { type PackedVectors, replaceVectors } from '../../memories/sql/vectors.js';
import {
  after,
  findWithoutVectors,
  journalEnd,
  type Lacking,
  lackingSince,
  type Place,
  type Since,
} from '../missing-vectors.js';
import { countMemories } from './state.js';

/** Memories examined per read: it must not keep other readers waiting. */
const WINDOW = 500;

interface Window {
  lacking: Lacking[];
  /** How many memories were passed, with or without vectors. */
  passed: number;
  /** Where the next window starts; null at the end. */
  next: Place | null;
}

/** The next memories without vectors of the model, in the order of the keys. */
export const lackingWindow = systemRead(
  'model.lackingWindow',
  async (tx, input: { model: string; after: Place | null; limit: number }): Promise<Window> => {
    const places = await tx.all<Place>(sql`select m.key_id, m.id from memories m where ${after(input.after)}
      order by m.key_id, m.id limit ${WINDOW}`);
    const last = places.at(-1);
    if (!last) return { lacking: [], passed: 0, next: null };
    const inside = [after(input.after), sql`(m.key_id, m.id) <= (${last.key_id}, ${last.id})`];
    const lacking = await findWithoutVectors(tx, sql`memories m`, input.model, inside, input.limit);
    const end = lacking.length === input.limit ? lacking.at(-1) : undefined;
    if (!end) return { lacking, passed: places.length, next: places.length === WINDOW ? last : null };
    const passed = places.findIndex((place) => place.key_id === end.key_id && place.id === end.id) + 1;
    return { lacking, passed, next: { key_id: end.key_id, id: end.id } };
  },
);

export const lackingChanged = systemRead('model.lackingChanged', async (tx, input: Since) => lackingSince(tx, input));

/** Where a walk over all memories starts: whatever changes from here on is in the journal. */
export const beginWalk = systemRead('model.beginWalk', async (tx, _input: null) => ({
  seq: await journalEnd(tx),
  total: await countMemories(tx),
}));

export interface MadeVectors {
  id: string;
  version: number;
  vectors: PackedVectors;
  traits: KeptTraits | null;
}

/** Writes vectors next to those of other models. A memory that was changed in the meantime is skipped: its new text is handled later. */
export const attachBeside = tenantWrite(
  'model.attachBeside',
  async (tx, input: { made: MadeVectors[]; inForce: boolean; now: number }): Promise<void> => {
    const ids = input.made.map((memory) => memory.id);
    const found = await tx.all<Part & { user_id: string; agent_id: string; version: number }>(
      sql`select id, user_id, agent_id, superseded_by, version from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}
        order by id${forUpdate(tx.dialect)}`,
    );
    const rows = new Map(found.map((row) => [row.id, row]));
    for (const { id, version, vectors, traits } of input.made) {
      const row = rows.get(id);
      if (!row || Number(row.version) !== version) continue;
      const { user_id, agent_id } = row;
      await replaceVectors(tx, { id, user_id, vectors });
      await propagateVectors(tx, { ...row, vectors }, input.now);
      if (input.inForce)
        await tx.run(
          sql`update memories set embedded_model = ${vectors.model} where key_id = ${tx.keyId} and id = ${id}`,
        );
      if (traits)
        await tx.run(sql`update memories set ${estimatedNow(traits)} where key_id = ${tx.keyId} and id = ${id}`);
      await emit(tx, input.now, [{ kind: 'memory.embedded', user_id, agent_id, subject: id }]);
    }
  },
);
