import type { AnyOperation } from '../../src/features/request.js';
import { seededRandom } from '../../test/support/memories.js';
import { ADMIN_KEY, type TestService } from '../../test/support/service.js';
import { CALLED, CallMaker, SHARED_WORDS } from './calls.js';
import { miscounts, observe } from './counts.js';
import { furnish, furnishKey, SHARED_TEXT } from './furnish.js';
import { Knowledge } from './knowledge.js';
import { type Leak, LeakFinder } from './leaks.js';
import { type Asked, Line, type Reply } from './line.js';
import { type Ground, prepareGround, type Scope, type Shape } from './scopes.js';
import { type Timing, timingOf } from './timing.js';

export interface CampaignOptions {
  service: TestService;
  shape: Shape;
  calls: number;
  seed: number;
  /** Lines of the service's log, as written. */
  log: readonly string[];
  /** Stops at the first leak: enough for a planted bug. */
  untilFirst?: boolean;
  onProgress?: (calls: number, leaks: number) => void;
}
export interface CampaignFigures {
  scopes: number;
  /** Random calls, not counting those that fill the scopes and count them. */
  calls: number;
  requests: number;
  byStatus: Record<string, number>;
  operations: number;
  leaks: Leak[];
  timing: Timing | null;
}

const AT_ONCE = 4;
/** Calls between two checks of the counts. */
const COUNT_EVERY = 500;
/** The prefix of every session token. */
const TOKENS = 'rec_cs_';
const shorten = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

/** Many tenants make random calls that name each other's users, ids and cursors; none may learn anything about another. */
export async function isolationCampaign(options: CampaignOptions): Promise<CampaignFigures> {
  const { service, shape, seed } = options;
  const random = seededRandom(seed);
  const ground = await prepareGround(service, shape, random);
  const line = new Line(service.url, AT_ONCE * 2);
  const known = new Knowledge();
  const figures: CampaignFigures = {
    ...{ scopes: ground.scopes.length, calls: 0, requests: 0, byStatus: {}, operations: 0 },
    ...{ leaks: [], timing: null },
  };
  try {
    const before = await observe(ground, line);
    for (let key = 0; key < shape.keys; key++) await furnishKey(ground, line, known, key);
    const run = new Run(options, ground, line, known, new CallMaker(ground, known, random), before, figures);
    for (const scope of ground.scopes) await furnish(ground, line, known, scope, run.checkFurnishing);
    await Promise.all(Array.from({ length: AT_ONCE }, () => run.work()));
    await run.checkCounts();
    run.checkLog();
    await run.findCanaries();
    if (!options.untilFirst) figures.timing = await timingOf(ground, line, known);
    return figures;
  } finally {
    figures.requests = line.calls;
    line.close();
  }
}

class Run {
  readonly #finder: LeakFinder;
  readonly #seen = new Set<string>();
  #logRead = 0;

  constructor(
    readonly options: CampaignOptions,
    readonly ground: Ground,
    readonly line: Line,
    readonly known: Knowledge,
    readonly calls: CallMaker,
    readonly before: Map<string, string>,
    readonly figures: CampaignFigures,
  ) {
    this.#finder = new LeakFinder(ground, known);
  }

  get #isOver(): boolean {
    const { calls, leaks } = this.figures;
    return calls >= this.options.calls || (this.options.untilFirst === true && leaks.length > 0);
  }

  async work(): Promise<void> {
    while (!this.#isOver) {
      const made = ++this.figures.calls;
      await this.#one();
      if (made % COUNT_EVERY !== 0) continue;
      await this.checkCounts();
      this.checkLog();
      this.options.onProgress?.(made, this.figures.leaks.length);
    }
  }

  async #one(): Promise<void> {
    const call = this.calls.next();
    const reply = await this.line.ask(call.asked);
    const { byStatus } = this.figures;
    byStatus[reply.status] = (byStatus[reply.status] ?? 0) + 1;
    this.#seen.add(call.operation.id);
    this.figures.operations = this.#seen.size;
    for (const what of this.#finder.find(call, reply)) {
      this.#leak(what, call.operation.id, JSON.stringify({ ...call, operation: undefined }), reply.text);
    }
    if (reply.status === 201) this.known.learn(call.tenant, reply.body, call.user);
    const { next_cursor: cursor } = (reply.body ?? {}) as { next_cursor?: unknown };
    const { cursor: _, ...query } = call.asked.query ?? {};
    if (typeof cursor === 'string' && reply.status === 200)
      this.known.learnCursor(call.tenant, call.operation.id, { path: call.asked.path, query, cursor });
  }

  /** What a scope stores is new, and its own. */
  checkFurnishing = (scope: Scope, asked: Asked, reply: Reply): void => {
    const operation = CALLED.find((one) => one.path === asked.path && one.method === asked.method) as AnyOperation;
    const { key: tenant, user, agent } = scope;
    const problems = this.#finder.find({ operation, asked, tenant, user, agent, foreign: null }, reply);
    if (reply.status >= 400) problems.push(`cannot store its own: ${reply.status}`);
    for (const what of problems) this.#leak(what, operation.id, JSON.stringify(asked), reply.text);
  };

  #leak(what: string, operation: string, call: string, reply: string): void {
    this.figures.leaks.push({ what, operation, call: shorten(call), reply: shorten(reply) });
  }

  /** Checks counts: those of the observer, which has nothing, and those of one scope against its list. */
  async checkCounts(): Promise<void> {
    const after = await observe(this.ground, this.line);
    for (const [question, response] of this.before) {
      if (after.get(question) !== response)
        this.#leak('tells one without data of others', question, question, `${response} became ${after.get(question)}`);
    }
    const scope = this.ground.scopes[this.figures.calls % this.ground.scopes.length];
    if (!scope) return;
    for (const what of await miscounts(this.ground, this.line, scope)) this.#leak(what, 'memory.stats', scope.user, '');
  }

  /** The log must contain no key, no content and no question, whoever reads it. */
  checkLog(): void {
    const { log } = this.options;
    const secrets = [...this.ground.tenants, ...this.ground.children, this.ground.destroyer, this.ground.observer].map(
      ({ secret }) => secret,
    );
    const secretTexts = [...secrets, ADMIN_KEY, TOKENS, SHARED_TEXT, ...SHARED_WORDS];
    for (; this.#logRead < log.length; this.#logRead++) {
      const text = log[this.#logRead] ?? '';
      const isLeaked = this.#finder.canariesIn(text).length > 0 || secretTexts.some((secret) => text.includes(secret));
      if (isLeaked) this.#leak('writes into the log', 'log', '', text);
    }
  }

  /** Whatever the others did, each scope still has its words. */
  async findCanaries(): Promise<void> {
    for (const { key, user, agent, canary } of this.ground.scopes) {
      const query = { user_id: user, agent_id: agent, tags: canary, limit: 1 };
      const secret = this.ground.tenants[key]?.secret ?? '';
      const reply = await this.line.ask({ method: 'GET', path: '/memory', secret, query });
      if (!reply.text.includes(canary))
        this.#leak('lost what another key could not touch', 'memory.list', user, reply.text);
    }
  }
}
