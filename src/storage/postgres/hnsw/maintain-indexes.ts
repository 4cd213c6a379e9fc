import type pg from 'pg';
import type { Log } from '../../../kernel/log.js';
import type { IndexReport, IndexRequest } from '../../database.js';
import {
  createIndex,
  describedScope,
  describeIndex,
  indexName,
  MAX_DIMENSIONS,
  NAME_PREFIX,
} from './index-definition.js';
import { countUpTo, type FoundScope, largeScopes } from './large-scopes.js';

/** An arbitrary number that no other program uses, "hnsw" in ASCII, and the table. Its holder is the only one that builds. */
const LOCK = "select pg_try_advisory_lock(1752068983, ('memory_vectors'::regclass::oid::bigint % 2147483647)::int)";
/** Every index is considered when any search is planned and any vector is written. The largest scopes get one. */
const MAX_INDEXES = 50;
/** An index is kept until its scope is below this fraction of the threshold, so that it is not built and dropped in turn. */
const KEPT_DOWN_TO = 0.5;
/** Bytes that a vector takes in the graph during a build, in addition to its numbers. */
const LINKS_BYTES = 1_000;
/** Megabytes that a build may use: a larger graph is finished on disk, more slowly. */
const MAX_BUILD_MB = 1_024;
/** The first version of pgvector with iterative scans. */
const NEEDS = [0, 8];

interface Existing {
  name: string;
  place: string;
  valid: boolean;
  comment: string | null;
}

/**
 * Brings the indexes in line with the scopes: drops those that are broken, too small or of another model, and builds those that are missing. Runs on
 * a connection of its own, outside transactions, and blocks neither reads nor writes.
 */
export async function maintainIndexes(client: pg.ClientBase, request: IndexRequest, log: Log): Promise<IndexReport> {
  const report: IndexReport = { built: 0, dropped: 0, kept: 0, left: 0 };
  // Released with the connection.
  if (!(await value<boolean>(client, LOCK))) return report;
  const kept = new Set<string>();
  for (const index of await existing(client)) {
    if (request.signal?.aborted) return report;
    if (await isOfUse(client, index, request)) kept.add(index.name);
    else {
      await client.query(`drop index concurrently if exists ${index.place}`);
      log.info({ index: index.name, valid: index.valid }, 'a vector index was dropped');
      report.dropped++;
    }
  }
  report.kept = kept.size;
  if (request.from === 0 || request.model === null || !(await isNewEnough(client))) return report;
  for (const found of await largeScopes(client, request.model, request.from)) {
    if (request.signal?.aborted) return report;
    if (found.dimensions > MAX_DIMENSIONS || kept.has(indexName(found))) continue;
    if ((await countUpTo(client, found, request.from)) < request.from) continue;
    if (kept.size + report.built >= MAX_INDEXES) report.left++;
    else {
      await build(client, found, log);
      report.built++;
    }
  }
  if (report.left > 0)
    log.warn({ left: report.left }, 'more large scopes than vector indexes: the others are searched exactly');
  return report;
}

async function isOfUse(client: pg.ClientBase, { name, valid, comment }: Existing, { from, model }: IndexRequest) {
  const scope = describedScope(name, comment);
  if (!valid || !scope || from === 0 || scope.model !== model) return false;
  const needed = Math.ceil(from * KEPT_DOWN_TO);
  return (await countUpTo(client, scope, needed)) >= needed;
}

async function build(client: pg.ClientBase, scope: FoundScope, log: Log): Promise<void> {
  const began = performance.now();
  const wanted = Math.ceil((scope.vectors * (scope.dimensions * 2 + LINKS_BYTES) * 1.25) / 1024 / 1024);
  const given = await value<number>(
    client,
    "select setting::int / 1024 from pg_settings where name = 'maintenance_work_mem'",
  );
  const megabytes = Math.max(given, Math.min(MAX_BUILD_MB, wanted));
  await client.query(`set maintenance_work_mem = '${megabytes}MB'`);
  // One process: a build is never urgent, and several would share memory that is 64 MB in a container unless configured otherwise.
  await client.query('set max_parallel_maintenance_workers = 0');
  await client.query(createIndex(scope));
  await client.query(describeIndex(scope));
  const ms = Math.round(performance.now() - began);
  log.info({ index: indexName(scope), vectors: scope.vectors, ms }, 'a vector index was built for a large scope');
}

async function existing(client: pg.ClientBase): Promise<Existing[]> {
  const found = await client.query<Existing>(
    `select c.relname as name, i.indexrelid::regclass::text as place, i.indisvalid as valid,
      obj_description(i.indexrelid, 'pg_class') as comment
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'memory_vectors'::regclass and starts_with(c.relname, $1) order by 1`,
    [NAME_PREFIX],
  );
  return found.rows;
}

async function isNewEnough(client: pg.ClientBase): Promise<boolean> {
  const version = await value<string>(client, "select extversion from pg_extension where extname = 'vector'");
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needsMajor = 0, needsMinor = 0] = NEEDS;
  return major > needsMajor || (major === needsMajor && minor >= needsMinor);
}

async function value<T>(client: pg.ClientBase, text: string): Promise<T> {
  const { rows } = await client.query({ text, rowMode: 'array' });
  return (rows as unknown as [T][])[0]?.[0] as T;
}
