import * as z from 'zod';
import { exportedTime, firstTextProblem, text, wholeBetween } from '../../kernel/fields.js';
import { invalidInput } from '../../kernel/validation.js';
import { forKeyShare } from '../../storage/dialect.js';
import { fromJson } from '../../storage/json.js';
import { among, rows, type SqlValue, sql } from '../../storage/sql.js';
import { type HeldRecord, type Holding, heldIn } from '../holdings.js';
import { procedureInput } from './input.js';
import { type ProcedureVersion, procedureVersion } from './record.js';
import { toVersion, trimVersions } from './sql/version-rows.js';

/** Rows per insert. */
const CHUNK = 200;
/** Counters keep counting after an import, so this is far below the largest exact number. */
const count = wholeBetween(0, 2 ** 31 - 1);

/** A record from an uploaded file. */
const heldProcedure = procedureInput.pick({ name: true, steps: true }).extend({
  id: text(1, 256),
  description: procedureInput.shape.description.nullable().default(null),
  trigger: procedureInput.shape.trigger.nullable().default(null),
  version: count.min(1).default(1),
  successes: count.default(0),
  failures: count.default(0),
  last_used_at: exportedTime.nullable().default(null),
  created_at: exportedTime.optional(),
  updated_at: exportedTime.optional(),
  versions: z
    .array(procedureVersion.extend({ version: count }))
    .refine((versions) => firstTextProblem(versions) === null)
    .default([]),
});

/** Procedures alongside the memories with the same ids: those carry tags, metadata and vectors, and are erased and exported as memories. */
export const proceduresHolding: Holding = {
  name: 'procedures',

  async erase(tx, scope) {
    const gone = await tx.all<{ id: string }>(sql`delete from procedures where ${heldIn(tx, scope)} returning id`);
    const ids = gone.map((row) => row.id);
    await tx.run(
      sql`delete from procedure_versions where key_id = ${tx.keyId} and ${among(tx.dialect, 'procedure_id', ids)}`,
    );
    return gone.length;
  },

  async page(tx, scope, after, limit) {
    const conditions = sql`${heldIn(tx, scope)} and id > ${after}`;
    const found =
      await tx.all(sql`select id, user_id, agent_id, name, description, trigger_text, steps, version, successes,
        failures, last_used_at, created_at, updated_at from procedures where ${conditions} order by id limit ${limit}`);
    const ids = found.map((row) => row.id as string);
    const kept = await tx.all(sql`select procedure_id, version, replaced_at, record from procedure_versions
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'procedure_id', ids)} order by procedure_id, version`);
    const versions = new Map<string, ProcedureVersion[]>(ids.map((id) => [id, []]));
    for (const row of kept) versions.get(row.procedure_id as string)?.push(toVersion(row));
    return found.map(({ trigger_text, steps, ...row }) => ({
      ...(row as HeldRecord),
      trigger: trigger_text,
      steps: fromJson(steps),
      versions: versions.get(row.id as string),
    }));
  },

  /** Only a procedure that came with its memory can be found again; the memory determines its owner, and is not forgotten in between. */
  async restore(tx, records, now) {
    const read = records.map((record) => {
      const { data, error } = heldProcedure.safeParse(record);
      if (!data) throw invalidInput(heldProcedure, error.issues, record);
      return data;
    });
    const ids = read.map(({ id }) => id);
    const found = await tx.all<{ id: string; user_id: string; agent_id: string }>(sql`select id, user_id, agent_id
      from memories where key_id = ${tx.keyId} and kind = 'procedural' and ${among(tx.dialect, 'id', ids)}
      order by id${forKeyShare(tx.dialect)}`);
    const owners = new Map(found.map((row) => [row.id, row]));
    const values = read.flatMap((p): SqlValue[][] => {
      const owner = owners.get(p.id);
      if (!owner) return [];
      const made = p.created_at ?? now;
      // The next change keeps this version beside the former ones.
      const version = p.versions.reduce((highest, former) => Math.max(highest, former.version + 1), p.version);
      return [
        [
          ...[tx.keyId, p.id, owner.user_id, owner.agent_id, p.name, p.description, p.trigger, JSON.stringify(p.steps)],
          ...[version, p.successes, p.failures, p.last_used_at, made, p.updated_at ?? made],
        ],
      ];
    });
    if (values.length === 0) return 0;
    const added = await tx.all<{
      id: string;
    }>(sql`insert into procedures (key_id, id, user_id, agent_id, name, description,
        trigger_text, steps, version, successes, failures, last_used_at, created_at, updated_at)
      values ${rows(values)} on conflict do nothing returning id`);
    const isAdded = new Set(added.map((row) => row.id));
    const kept = read
      .filter(({ id }) => isAdded.has(id))
      .flatMap(({ id, versions }) =>
        versions.map(({ version, replaced_at, ...record }): SqlValue[] => [
          ...[tx.keyId, id, version, replaced_at, JSON.stringify(record)],
        ]),
      );
    for (let i = 0; i < kept.length; i += CHUNK)
      await tx.run(sql`insert into procedure_versions (key_id, procedure_id, version, replaced_at, record)
        values ${rows(kept.slice(i, i + CHUNK))} on conflict do nothing`);
    if (kept.length > 0) await trimVersions(tx, [...isAdded]);
    return added.length;
  },
};
