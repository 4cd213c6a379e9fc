import { connect } from 'node:net';
import { query } from '../http.js';
import { type Attack, bulky, many, store, text } from './attack.js';

/** Connections that are opened and then misused. */
function badConnection(url: string, lines: string, trickle = ''): Promise<void> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.pause(); // never reads
    socket.write(lines);
    const timer = setInterval(() => trickle && socket.write(trickle), 200);
    setTimeout(() => {
      clearInterval(timer);
      socket.destroy();
    }, 3_000);
  });
}
const head = (method: string, path: string, key: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;

/** Clients that misbehave. */
export const CONNECTIONS: readonly Attack[] = [
  {
    name: 'readers that do not read',
    atOnce: 40,
    prepare: (arena) =>
      store(
        arena,
        many(200, (i) => ({ user_id: 'slow', ...bulky(i) })),
      ),
    step: (arena, i) =>
      badConnection(
        arena.url,
        head('GET', i % 2 ? '/memory/export' : `/memory?${query({ user_id: 'slow', limit: 200 })}`, arena.key),
      ),
  },
  {
    name: 'bodies that do not come',
    atOnce: 200,
    step: (arena, i) =>
      badConnection(
        arena.url,
        head('POST', i % 2 ? '/memory/store' : '/memory/batch', arena.key, 'Content-Length: 900000\r\n'),
        '{',
      ),
  },
  {
    name: 'event streams',
    atOnce: 200,
    step: (arena) => badConnection(arena.url, head('GET', '/memory/events', arena.key)),
  },
  {
    name: 'calls without a key',
    atOnce: 64,
    step: (arena, i) => arena.client.call('GET', '/memory', { key: i % 2 ? `rec_sk_${text('x', 40)}` : undefined }),
  },
  {
    name: 'sign-ins and files of the console',
    atOnce: 64,
    meets: 'rate_limited',
    step({ client, url, key, call }, i) {
      const headers = { origin: url, 'user-agent': text('a browser of a long name; ', 8_000) };
      if (i % 4 === 0) return client.call('POST', '/console/session', { headers, body: { key } });
      if (i % 4 === 1) return call('POST', '/console/links');
      if (i % 4 === 2) return call('GET', '/console/sessions');
      return client.call('GET', `/console/${text('memories/', 4_000)}`, { headers });
    },
  },
];
