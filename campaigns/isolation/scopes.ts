import type { TestService } from '../../test/support/service.js';

/** Keys × users × agents. Users and agents have the same names under every key: only the key distinguishes them. */
export interface Shape {
  keys: number;
  users: number;
  agents: number;
}
/** 60 scopes. */
export const FULL: Shape = { keys: 5, users: 4, agents: 3 };
/** 12 scopes: enough for a planted bug to show. */
export const SMALL: Shape = { keys: 3, users: 2, agents: 2 };

export interface Scope {
  /** The index of its key. */
  key: number;
  user: string;
  agent: string;
  /** A word that occurs only in this scope's data. */
  canary: string;
}
interface Tenant {
  id: string;
  secret: string;
}
/** A key that a tenant created for one of its users, and possibly for a single agent. */
export interface Child extends Tenant {
  key: number;
  user: string;
  agent: string | undefined;
}
/** A service with tenants that have data, one that only destroys and one that only observes. */
export interface Ground {
  service: TestService;
  shape: Shape;
  scopes: Scope[];
  tenants: Tenant[];
  children: Child[];
  /** Its calls name the users and ids of everyone; only its own data may be affected. */
  destroyer: Tenant;
  /** Never stores anything, so that any data in a response belongs to another tenant. */
  observer: Tenant;
}

const USERS = ['ann', 'ben', 'cleo', 'dan', 'eve', 'finn'];
const AGENTS = ['one', 'two', 'three', 'four'];
/** No vowels: no word of any text, and no id, looks like one. */
const LETTERS = 'bcdfghjklmnpqrstvwxz';

const canaryOf = (random: () => number) =>
  `qz${Array.from({ length: 12 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')}`;

export async function prepareGround(service: TestService, shape: Shape, random: () => number): Promise<Ground> {
  const scopes: Scope[] = [];
  const tenants: Tenant[] = [];
  const mint = async () => {
    const { id, key } = await service.mint();
    return { id, secret: key };
  };
  for (let key = 0; key < shape.keys; key++) {
    tenants.push(await mint());
    for (const user of USERS.slice(0, shape.users))
      for (const agent of AGENTS.slice(0, shape.agents)) scopes.push({ key, user, agent, canary: canaryOf(random) });
  }
  const children: Child[] = [];
  for (const [key, { secret }] of tenants.entries()) {
    for (const agent of [undefined, AGENTS[0]]) {
      const user = USERS[key % shape.users] as string;
      const body = { name: `for ${user}`, user_id: user, ...(agent ? { agent_id: agent } : {}) };
      const made = await service.call('POST', '/keys/children', { key: secret, body });
      children.push({ id: made.body.id, secret: made.body.key, key, user, agent });
    }
  }
  return { service, shape, scopes, tenants, children, destroyer: await mint(), observer: await mint() };
}
