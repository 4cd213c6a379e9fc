import type { TenantDatabase } from '../../../storage/database.js';
import { hasOneWriter } from '../../../storage/dialect.js';
import { among, forUpdate, raw, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead, tenantWrite } from '../../../storage/statement.js';
import { deleteTerms } from '../../../storage/words.js';
import { HOLDINGS } from '../../all-holdings.js';
import { emit } from '../../journal.js';
import { links as linkSection } from '../link-section.js';
import { history as historySection, memories as memorySection } from '../memory-sections.js';
import { lineOf } from '../proof.js';
import type { Place, Section } from '../section.js';
import { SECTIONS } from '../sections.js';

/** Records per transaction: on SQLite other writers wait for it, on PostgreSQL those that change one of them. */
const STEP = 100;
const HELD_STEP = 500;
const JOURNAL_STEP = 2_000;
/** A user with more of one kind than this is erased in steps. */
const LARGE = 500;

/** What was erased so far: what the receipt proves about it, by list, and how much. */
export interface Erased {
  lines: Record<string, string[]>;
  counts: Record<string, number>;
}
type Stepped = Erased & { next: Place | null };
/** Links and history go before the memories that they are found by. */
const RECORDS = ['links', 'history', 'memories'] as const;
type RecordStep = (typeof RECORDS)[number];
type Step = RecordStep | 'journal';
const STEPS: readonly Step[] = [...RECORDS, 'journal'];

/** Whether erasing the user in one transaction would hold up other writers. */
const isLargeUser = tenantRead('users.isLarge', async (tx, { userId }: { userId: string }): Promise<boolean> => {
  const own = sql`m.key_id = ${tx.keyId} and m.user_id = ${userId}`;
  for (const rows of [
    sql`memories m where ${own}`,
    sql`memories m cross join memory_versions v where ${own} and v.key_id = m.key_id and v.memory_id = m.id`,
    sql`memories m cross join links l where ${own} and l.key_id = m.key_id and l.from_id = m.id`,
  ]) {
    const found = await tx.get<{ n: number }>(
      sql`select count(*) as n from (select 1 from ${rows} limit ${LARGE + 1}) as first`,
    );
    if (Number(found?.n) > LARGE) return true;
  }
  const traces = await tx.all(
    sql`select 1 from journal where key_id = ${tx.keyId} and user_id = ${userId} limit ${JOURNAL_STEP}`,
  );
  if (traces.length === JOURNAL_STEP) return true;
  for (const holding of HOLDINGS)
    if (holding.eraseSome && (await holding.page(tx, { userId }, '', HELD_STEP)).length === HELD_STEP) return true;
  return false;
});

/** Some of what is stored besides memories, of a kind that has more than one transaction should erase; `next` is null if there is none. */
const eraseSomeHeld = tenantWrite(
  'users.eraseSomeHeld',
  async (tx, { userId }: { userId: string }): Promise<Stepped> => {
    for (const section of SECTIONS) {
      const holding = HOLDINGS.find(({ name, eraseSome }) => name === section.name && eraseSome);
      if (!holding) continue;
      const { records } = await section.page(tx, userId, null, HELD_STEP);
      const erased = (await holding.eraseSome?.(tx, { userId }, HELD_STEP)) ?? 0;
      if (erased > 0)
        return { lines: { [section.name]: linesOf(section, records) }, counts: { [section.name]: erased }, next: [] };
    }
    return { lines: {}, counts: {}, next: null };
  },
);

/** What is stored besides memories. Goes first: an episode is proven together with its events, which are memories. */
async function eraseHeld(tx: TenantTx, userId: string): Promise<Erased> {
  const erased: Erased = { lines: {}, counts: {} };
  for (const section of SECTIONS.filter(({ name }) => HOLDINGS.some((holding) => holding.name === name))) {
    for (let after: Place | null | undefined; after !== null; ) {
      const page: Awaited<ReturnType<typeof section.page>> = await section.page(tx, userId, after ?? null, STEP);
      add(erased.lines, section.name, linesOf(section, page.records));
      after = page.next;
    }
  }
  for (const holding of HOLDINGS) erased.counts[holding.name] = await holding.erase(tx, { userId });
  return erased;
}
const eraseHeldOf = tenantWrite('users.eraseHeld', (tx, { userId }: { userId: string }) => eraseHeld(tx, userId));

interface PageRequest<S> {
  userId: string;
  step: S;
  after: Place | null;
}
type StepRequest = PageRequest<Step> & { now: number };

/** One transaction's worth of a large user; `next` is null if nothing of the kind is left. */
const eraseStep = tenantWrite('users.eraseStep', async (tx, input: StepRequest): Promise<Stepped> => {
  const { userId, step, after } = input;
  const done = await (step === 'journal' ? journalStep(tx, userId) : recordStep(tx, { userId, step, after }));
  // Whoever holds the user's vectors and words reads them again; nobody is notified of a partial erasure.
  await emit(tx, input.now, [{ kind: 'user.erasing', user_id: input.userId, agent_id: null, subject: null }]);
  return done;
});

async function journalStep(tx: TenantTx, userId: string): Promise<Stepped> {
  const journal = await tx.run(sql`delete from journal where seq in (select seq from journal
    where key_id = ${tx.keyId} and user_id = ${userId} and kind <> 'user.erased' order by seq limit ${JOURNAL_STEP})
    and key_id = ${tx.keyId}`);
  return { lines: {}, counts: { journal }, next: journal === JOURNAL_STEP ? [] : null };
}

async function recordStep(tx: TenantTx, { userId, step, after }: PageRequest<RecordStep>): Promise<Stepped> {
  if (step === 'links') {
    const { records, next } = await linkSection.page(tx, userId, after, STEP);
    const ids = records.map(({ id }) => id);
    const links = await tx.run(sql`delete from links where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`);
    return { lines: { links: linesOf(linkSection, records) }, counts: { links }, next };
  }
  if (step === 'history') {
    const { records, next } = await historySection.page(tx, userId, after, STEP);
    const deleted = await Promise.all(
      records.map(({ memory_id, version }) =>
        tx.run(sql`delete from memory_versions
          where key_id = ${tx.keyId} and memory_id = ${memory_id} and version = ${version}`),
      ),
    );
    const history = deleted.reduce((sum, rows) => sum + rows, 0);
    return { lines: { history: linesOf(historySection, records) }, counts: { history }, next };
  }
  const { records, next } = await memorySection.page(tx, userId, after, STEP);
  const ids = records.map(({ id }) => id);
  const held = await heldMemories(tx, userId, ids);
  const counts = await eraseMemoriesById(tx, userId, held);
  const isHeld = new Set(held);
  const erased = records.filter(({ id }) => isHeld.has(id));
  return { lines: { memories: linesOf(memorySection, erased) }, counts, next };
}

/**
 * Those of the user's memories, by default all, that still exist. On PostgreSQL nobody else changes, links or copies them from here on, and what those
 * who did had written is visible to the next statement. In the order of ids, like others that lock many.
 */
async function heldMemories(tx: TenantTx, userId: string, ids?: readonly string[]): Promise<string[]> {
  if (hasOneWriter(tx.dialect)) return [...(ids ?? [])];
  const these = ids ? among(tx.dialect, 'id', ids) : sql`1 = 1`;
  const held = await tx.all<{ id: string }>(sql`select id from memories
    where key_id = ${tx.keyId} and user_id = ${userId} and ${these} order by id${forUpdate(tx.dialect)}`);
  return held.map(({ id }) => id);
}

/** Including what was added to them since their links and versions were erased. */
async function eraseMemoriesById(
  tx: TenantTx,
  userId: string,
  ids: readonly string[],
): Promise<Record<string, number>> {
  if (ids.length === 0) return {};
  const is = (column: string) => among(tx.dialect, column, ids);
  const vectors = await tx.run(sql`delete from memory_vectors
    where key_id = ${tx.keyId} and user_id = ${userId} and ${is('memory_id')}`);
  const index = vectors + (await deleteTerms(tx, is('memory_id')));
  await tx.sketches.remove(userId, ids);
  await tx.run(sql`update memories set superseded_by = null
    where key_id = ${tx.keyId} and ${is('superseded_by')} and user_id <> ${userId}`);
  const history = await tx.run(sql`delete from memory_versions where key_id = ${tx.keyId} and ${is('memory_id')}`);
  let links = 0;
  for (const end of ['from_id', 'to_id'])
    links += await tx.run(sql`delete from links where key_id = ${tx.keyId} and ${is(end)}`);
  let conflicts = 0;
  for (const side of ['memory_a', 'memory_b'])
    conflicts += await tx.run(sql`delete from conflicts where key_id = ${tx.keyId} and ${is(side)}`);
  const memories = await tx.run(sql`delete from memories where key_id = ${tx.keyId} and ${is('id')}`);
  return { memories, history, links, conflicts, index };
}

/**
 * What has lost its memory: earlier versions could write it while the memory was forgotten. Nothing finds it by a memory's id, but lists of the user's
 * conflicts contain it.
 */
async function eraseOrphans(tx: TenantTx, userId: string): Promise<Record<string, number>> {
  const orphans = (
    table: string,
    column: string,
  ) => sql`${raw(table)} where key_id = ${tx.keyId} and user_id = ${userId}
    and not exists (select 1 from memories m where m.key_id = ${tx.keyId} and m.id = ${raw(`${table}.${column}`)})`;
  let conflicts = 0;
  for (const side of ['memory_a', 'memory_b'])
    conflicts += await tx.run(sql`delete from ${orphans('conflicts', side)}`);
  const vectors = await tx.all<{ memory_id: string }>(
    sql`delete from ${orphans('memory_vectors', 'memory_id')} returning memory_id`,
  );
  // Words can be found only by the id of their memory.
  const ids = [...new Set(vectors.map(({ memory_id }) => memory_id))];
  const words = ids.length > 0 ? await deleteTerms(tx, among(tx.dialect, 'memory_id', ids)) : 0;
  return { conflicts, index: vectors.length + words };
}

function linesOf<R>(section: Section<R>, records: readonly R[]): string[] {
  return records.flatMap((record) => {
    const proven = section.proof(record);
    return proven ? [lineOf(section.name, proven.id, proven.text)] : [];
  });
}

const add = (lines: Record<string, string[]>, name: string, more: readonly string[]) => {
  const list = lines[name] ?? [];
  lines[name] = list;
  for (const line of more) list.push(line);
};

export function take(all: Erased, { lines, counts }: Erased): void {
  for (const [name, more] of Object.entries(lines)) add(all.lines, name, more);
  for (const [name, count] of Object.entries(counts)) all.counts[name] = (all.counts[name] ?? 0) + count;
}

/**
 * Erases everything of a user that is visible, in the caller's transaction. The traces go before the memories: a memory that is stored meanwhile and not
 * found here keeps all of its own.
 */
export async function eraseVisible(
  tx: TenantTx,
  userId: string,
  traces: () => Promise<Record<string, number>>,
): Promise<Erased> {
  const erased = await eraseHeld(tx, userId);
  take(erased, { lines: {}, counts: await traces() });
  await heldMemories(tx, userId);
  for (const step of RECORDS) {
    for (let after: Place | null | undefined; after !== null; ) {
      const done: Stepped = await recordStep(tx, { userId, step, after: after ?? null });
      take(erased, done);
      after = done.next;
    }
  }
  take(erased, { lines: {}, counts: await eraseOrphans(tx, userId) });
  return erased;
}

/** Erases everything of a large user except what is stored in the meantime, in transactions that others need not wait for; nothing of a small one. */
export async function eraseInSteps(db: TenantDatabase, userId: string, now: number): Promise<Erased> {
  const erased: Erased = { lines: {}, counts: {} };
  if (!(await db.run(isLargeUser, { userId }))) return erased;
  for (let next: Place | null = []; next !== null; ) {
    const some: Stepped = await db.run(eraseSomeHeld, { userId });
    take(erased, some);
    next = some.next;
  }
  take(erased, await db.run(eraseHeldOf, { userId }));
  for (const step of STEPS) {
    for (let after: Place | null | undefined; after !== null; ) {
      const done: Stepped = await db.run(eraseStep, {
        userId,
        step,
        after: after ?? null,
        now,
      });
      take(erased, done);
      after = done.next;
    }
  }
  return erased;
}
