import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../../../test/support/loopback-server.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Any = any;
interface Recorded {
  method: string;
  path: string;
  query: Record<string, string>;
  key: string | undefined;
  body: Any;
}
interface FakeResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A fake service: stores turns by session and position, and records every call. */
export class FakeService extends LoopbackServer {
  readonly calls: Recorded[] = [];
  /** The turns of each session. */
  readonly sessions = new Map<string, { role: string; content: string; name?: string }[]>();
  /** Overrides the usual response; null for the usual one. */
  reply: (call: Recorded) => FakeResponse | null | Promise<FakeResponse | null> = () => null;

  callsTo(path: string): Recorded[] {
    return this.calls.filter((call) => call.path === path);
  }

  protected async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isJson = request.headers['content-type'] === 'application/json';
    const call: Recorded = {
      ...{ method: request.method ?? '', path: url.pathname, query: Object.fromEntries(url.searchParams) },
      key: request.headers.authorization?.replace('Bearer ', ''),
      body: isJson && text ? JSON.parse(text) : text,
    };
    this.calls.push(call);
    const { status, body, headers } = (await this.reply(call)) ?? this.#usual(call);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  #usual({ path, body, query }: Recorded): FakeResponse {
    if (path === '/memory/ingest') return this.#ingest(body);
    if (path === '/memory/context') {
      const context = [
        'Memories:',
        'Ada prefers window seats.',
        ...(query.q ? [] : ['Shops close at six.']),
        'The end.',
      ];
      return { status: 200, body: { context: context.join('\n') } };
    }
    if (path === '/memory/import') return { status: 201, body: imported(body) };
    return { status: 404, body: { error: { code: 'not_found', message: 'There is no such operation' } } };
  }

  #ingest(body: Any): FakeResponse {
    const turns = this.sessions.get(body.session_id) ?? [];
    this.sessions.set(body.session_id, turns);
    const from = body.position ?? turns.length;
    if (from > turns.length) return refused(400, 'invalid_request', '`position` leaves a gap');
    const added: Any[] = [];
    for (const [i, message] of body.messages.entries()) {
      const there = turns[from + i];
      if (there && there.content !== message.content) return refused(409, 'conflict', 'The turn there differs');
      if (there) continue;
      turns.push(message);
      added.push({ id: `mem_${from + i}`, position: from + i, role: message.role });
    }
    const received = body.messages.length;
    const figures = { received, added: added.length, skipped: received - added.length, turns: added, deriving: true };
    const { session_id } = body;
    return { status: added.length > 0 ? 201 : 200, body: { session_id, episode_id: `ep_${session_id}`, ...figures } };
  }
}

const refused = (status: number, code: string, message: string): FakeResponse => ({
  status,
  body: { error: { code, message } },
});

function imported(lines: string): unknown {
  const count = lines.split('\n').filter(Boolean).length;
  return { imported: count, duplicates: 0, counts: {}, error_count: 0, errors: [] };
}
