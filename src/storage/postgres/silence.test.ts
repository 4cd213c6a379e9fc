import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { newPlace, POSTGRES_SKIPPED } from '../../../test/support/databases.js';
import { RecollectError } from '../../kernel/errors.js';
import { silentLog } from '../../kernel/log.js';
import { sql } from '../sql.js';
import { systemWrite } from '../statement.js';
import { PostgresDatabase } from './engine.js';

/** A connection to the server on which nothing arrives any more and which nobody closes: a pulled cable. */
async function cable(to: URL) {
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    sockets.push(client, upstream);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    pull() {
      for (const socket of sockets) socket.unpipe();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const put = systemWrite('test.put', async (tx, name: string) =>
  tx.run(sql`insert into settings (name, value) values (${name}, '1')`),
);
const isUnavailable = (error: unknown) => error instanceof RecollectError && error.status === 503;

describe('a PostgreSQL server that stops responding', { skip: POSTGRES_SKIPPED }, () => {
  it('fails calls on dead connections with 503, and later calls get new connections', async () => {
    const place = await newPlace('postgres');
    const wire = await cable(new URL(place.databaseUrl as string));
    const database = await PostgresDatabase.open({ url: wire.url, poolSize: 4, log: silentLog, maxWaitMs: 3_000 });
    assert.equal(await database.system(put, 'before'), 1);
    await Promise.all([database.ping(), database.ping()]);
    wire.pull();
    await Promise.all([
      assert.rejects(database.system(put, 'during'), isUnavailable),
      assert.rejects(database.ping(), isUnavailable),
    ]);
    assert.equal(await database.system(put, 'after'), 1);
    await database.close();
    wire.close();
    await place.remove();
  });
});
