import type { AnyOperation } from '../../../features/request.js';
import { type Described, describeAll } from '../openapi/described.js';
import { type JsonSchema, resolve, type Schemas } from '../openapi/json-schema.js';

/** Operations that clients offer in another shape: a separate protocol, or a stream of events. */
const APART = new Set(['mcp', 'events.stream']);

/** What the clients of every language are generated from. */
export function describeForClients(operations: readonly AnyOperation[]): { shown: Described[]; schemas: Schemas } {
  const { described, schemas } = describeAll(operations);
  return { shown: described.filter(({ operation }) => !APART.has(operation.id)), schemas };
}

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `memory.compress.undo` becomes `MemoryCompressUndo`. */
export const pascal = (id: string) => id.split(/[._]/).map(capitalized).join('');
export const typeName = ({ operation }: Described) => pascal(operation.id);

/** `memory.compress.undo` becomes the group `memory` and the words of its method. */
export function methodWords(id: string): [group: string | null, words: string[]] {
  const [first = '', ...rest] = id.split('.');
  const words = (rest.length === 0 ? [first] : rest).flatMap((part) => part.split('_'));
  return [rest.length === 0 ? null : first, words];
}

/** The list that a page of the response holds, if the response is paged. */
export function itemsField({ output }: Described, schemas: Schemas): [name: string, items: JsonSchema] | null {
  const { properties = {} } = resolve(output, schemas);
  if (!properties.next_cursor) return null;
  const list = Object.entries(properties).find(([, property]) => resolve(property, schemas).type === 'array');
  return list ? [list[0], resolve(list[1], schemas).items ?? {}] : null;
}
