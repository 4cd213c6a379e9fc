import type { AnyOperation } from '../../features/request.js';
import { brief } from './brief.js';
import type { OperationCaller } from './caller.js';
import { forModel } from './for-model.js';
import { fieldsOf } from './schema.js';

const SCHEME = 'memory://';
const JSON_TYPE = 'application/json';

interface Fixed {
  uri: string;
  name: string;
  description: string;
  operation: AnyOperation;
}

interface ResourceContents {
  uri: string;
  mimeType: string;
  text: string;
}

/** What a client can attach without a tool call: one memory, the state of the store, the templates. */
export class Resources {
  readonly #fixed: Fixed[];
  readonly #get: AnyOperation | undefined;

  constructor(operations: readonly AnyOperation[]) {
    const at = (path: string) => operations.find((operation) => operation.method === 'GET' && operation.path === path);
    this.#get = at('/memory/{id}');
    const fixed = [
      {
        uri: `${SCHEME}stats`,
        name: 'stats',
        description: 'How many memories the user has, of which kinds, and their quality.',
        operation: at('/memory/stats'),
      },
      {
        uri: `${SCHEME}templates`,
        name: 'templates',
        description: 'Ready-made ways to organise memory.',
        operation: at('/templates'),
      },
    ];
    this.#fixed = fixed.filter((entry): entry is Fixed => entry.operation !== undefined);
  }

  list() {
    return this.#fixed.map(({ uri, name, description }) => ({ uri, name, description, mimeType: JSON_TYPE }));
  }

  templates() {
    return [
      { uriTemplate: `${SCHEME}{id}`, name: 'memory', description: 'One memory by its id.', mimeType: JSON_TYPE },
    ];
  }

  /** Null if the URI is not one of ours. */
  async read(caller: OperationCaller, uri: string): Promise<ResourceContents | null> {
    const fixed = this.#fixed.find((entry) => entry.uri === uri);
    if (fixed) {
      if (!fieldsOf(fixed.operation).includes('user_id'))
        return contents(uri, await forModel(await caller.call(fixed.operation, {})));
      // Like a tool: about the user of the connection, with readable times.
      const { userId } = caller.defaults;
      return contents(uri, await forModel(brief(await caller.call(fixed.operation, { user_id: userId }), userId)));
    }
    const id = uri.startsWith(SCHEME) ? decoded(uri.slice(SCHEME.length)) : '';
    if (!id || !this.#get) return null;
    return contents(uri, await forModel(await caller.call(this.#get, { id })));
  }
}

const contents = (uri: string, value: unknown): ResourceContents => ({
  uri,
  mimeType: JSON_TYPE,
  text: JSON.stringify(value, null, 2),
});

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
