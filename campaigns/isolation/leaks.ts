import type { Call } from './calls.js';
import { idsIn, type Knowledge } from './knowledge.js';
import type { Reply } from './line.js';
import type { Ground } from './scopes.js';

/** Something that was returned to a caller who must not know it. */
export interface Leak {
  what: string;
  operation: string;
  call: string;
  reply: string;
}

/** Operations that by design return other users in a call about one user. */
const ACROSS_USERS = /^(graph\.explore|working\.)/;

/** Whether a field of this name holds any other value than the wanted one, anywhere in the response. */
const others = (json: string, field: string, wanted: string) =>
  [...json.matchAll(new RegExp(`"${field}":"([^"]*)"`, 'g'))].some(([, name]) => name !== wanted);

/** Searches a response for what its caller must not learn. */
export class LeakFinder {
  readonly #ownerOfCanary: Map<string, { key: number; user: string; agent: string }>;
  constructor(
    readonly ground: Ground,
    readonly known: Knowledge,
  ) {
    this.#ownerOfCanary = new Map(ground.scopes.map(({ canary, ...scope }) => [canary, scope]));
  }

  canariesIn(text: string): string[] {
    return [...new Set(text.match(/qz[b-df-hj-np-tv-xz]{12}/g) ?? [])].filter((word) => this.#ownerOfCanary.has(word));
  }

  find(call: Call, reply: Reply): string[] {
    const found = new Set<string>();
    for (const canary of this.canariesIn(reply.text + reply.headers)) {
      const owner = this.#ownerOfCanary.get(canary);
      if (!owner) continue;
      if (owner.key !== call.tenant) found.add("reveals another key's words");
      else if (!call.child && ACROSS_USERS.test(call.operation.id)) continue;
      else if (call.user !== undefined && owner.user !== call.user) found.add("reveals another user's words");
      else if (call.agent !== undefined && owner.agent !== call.agent) found.add("reveals another agent's words");
    }
    if (call.child || !ACROSS_USERS.test(call.operation.id)) {
      if (call.user !== undefined && others(reply.text, 'user_id', call.user)) found.add('tells of another user');
      if (call.agent !== undefined && others(reply.text, 'agent_id', call.agent)) found.add('tells of another agent');
    }
    const sent = JSON.stringify(call.asked);
    for (const id of idsIn(reply.text)) {
      const owner = this.known.ownerOf(id);
      if (owner !== undefined && owner !== call.tenant && !sent.includes(id)) found.add("reveals another key's id");
    }
    for (const { id } of [...this.ground.tenants, this.ground.destroyer, this.ground.observer]) {
      const isOwn = this.#secretOf(id) === call.asked.secret;
      if (!isOwn && reply.text.includes(id)) found.add('tells the id of another key');
    }
    if (call.foreign && reply.status < 400) found.add(`takes another's ${call.foreign}`);
    if (reply.status >= 500) found.add(`returns ${reply.status}`);
    return [...found];
  }

  #secretOf = (id: string) =>
    [...this.ground.tenants, this.ground.destroyer, this.ground.observer].find((tenant) => tenant.id === id)?.secret;
}
