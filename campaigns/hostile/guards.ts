import type { EngineName } from '../../test/support/databases.js';

/** A guard, how to remove it from the built service, and the attack that it protects against. */
export interface Guard {
  readonly name: string;
  /** The compiled module, and the replacement to make in it. */
  readonly module: string;
  readonly replace: readonly [from: string, to: string];
  readonly attack: string;
  /** The engine that needs it; both if absent. */
  readonly engine?: EngineName;
}

export const GUARDS: readonly Guard[] = [
  {
    name: "a key's share of the calls in flight",
    module: 'edge/http/admission/flows.js',
    replace: ['return keyId ??', "return 'everybody' ??"],
    attack: 'more slow reads than there are places',
  },
  {
    name: 'the rate limit of each MCP message',
    module: 'edge/mcp/endpoint.js',
    replace: ['if (i > 0)', 'if (i < 0)'],
    attack: 'arrays of MCP messages',
  },
  {
    name: 'large bodies parsed aside, their entries counted first',
    module: 'edge/http/exchange.js',
    replace: ['bytes.length <= SMALL_BODY', 'true'],
    attack: 'a body of empty entries',
  },
  {
    name: 'the number of metadata filters',
    module: 'features/memories/search/filter.js',
    replace: ['METADATA_FILTERS = 16', 'METADATA_FILTERS = 16_000'],
    attack: 'metadata filters over large metadata',
  },
  {
    name: 'the interruption of reads that take long',
    module: 'sqlite-thread.js',
    replace: ['read: 50, search: 200', 'read: Infinity, search: Infinity'],
    attack: 'a graph of many links',
    engine: 'sqlite',
  },
  {
    name: 'the share of connections for statements that take long',
    module: 'storage/postgres/gate.js',
    replace: ['SLOW_SHARE = 1 / 8', 'SLOW_SHARE = 3 / 4'],
    attack: 'more slow reads than there are places',
    engine: 'postgres',
  },
  {
    name: 'few places for a key with long calls',
    module: 'edge/http/admission/admission.js',
    replace: ['LONG_MS = 1_500', 'LONG_MS = Infinity'],
    attack: 'compression, timelines and transfers',
  },
  {
    name: 'turns of keys at the reader',
    module: 'readers/reader.js',
    replace: [
      "this.#pool.run(pairs, purpose, signal, key, priority !== 'background')",
      "this.#pool.run(pairs, 'query')",
    ],
    attack: 'statements that must be compared',
  },
  {
    name: 'the limit of bytes',
    module: 'edge/pipeline.js',
    replace: ['limit === null ?', 'limit !== undefined ?'],
    attack: 'more bytes than a key may keep',
  },
  {
    name: 'turns of keys at the embedder',
    module: 'embedding/local/embedder.js',
    replace: ["key = ''", "_key = '', key = ''"],
    attack: 'batches of long texts',
  },
  {
    name: 'an embedding worker that is left to the others',
    module: 'embedding/local/pool.js',
    replace: ['const spares =', 'const spares = false &&'],
    attack: 'questions of the largest size',
  },
  {
    name: 'large responses in turns',
    module: 'edge/http/exchange.js',
    replace: ['weightOf(body, LARGE) < LARGE', 'true'],
    attack: 'readers that do not read',
  },
  {
    name: 'the check of Host and Origin',
    module: 'edge/http/client/browser-guard.js',
    replace: ['if ((isLoopback ||', 'return; if ((isLoopback ||'],
    attack: 'pages of a foreign origin',
  },
  {
    name: 'the check of what a model is handed',
    module: 'edge/mcp/for-model.js',
    replace: ['includeFlagged ? null', 'true ? null'],
    attack: 'instructions to a model',
  },
];

/** The environment variable of the service that names the removed guard. */
export const TAKEN_OUT = 'RECOLLECT_TEST_TAKEN_OUT';
/** Names a file that exists once the guard was removed. */
export const TAKEN_OUT_MARK = 'RECOLLECT_TEST_TAKEN_OUT_MARK';
