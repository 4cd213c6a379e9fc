import type { Described, Input } from '../openapi/described.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { FORMS_SCRIPT } from './explorer-forms.js';
import { KEY_SCRIPT } from './explorer-key.js';

/** Runs in the page, which is complete without it. */
export const EXPLORER = `'use strict';\n(() => {${KEY_SCRIPT}${FORMS_SCRIPT}})();\n`;

/** How a field is entered: as text, a number, a choice, a comma-separated list, JSON, or JSON whose keys become parameters. */
type Kind = 'text' | 'number' | 'choice' | 'list' | 'json' | 'keys';

export const explorerData = (described: readonly Described[]) =>
  described.map(({ operation, inputs, example }) => ({
    id: operation.id,
    method: operation.method,
    path: operation.path,
    needsKey: operation.scope !== 'none',
    inputs: inputs.map(({ name, place, required, schema }) => ({
      name,
      place,
      required,
      kind: kindOf(place, schema),
      ...(optionsOf(schema) && { options: optionsOf(schema) }),
      ...(schema.default !== undefined && {
        fallback: typeof schema.default === 'string' ? schema.default : JSON.stringify(schema.default),
      }),
      ...(example[name] !== undefined && { example: example[name] }),
    })),
  }));

function optionsOf(schema: JsonSchema): unknown[] | undefined {
  return schema.type === 'boolean' ? [true, false] : schema.type === 'array' ? undefined : schema.enum;
}

function kindOf(place: Input['place'], schema: JsonSchema): Kind {
  if (optionsOf(schema)) return 'choice';
  const types = [schema.type ?? []].flat();
  if (types.includes('array')) return place === 'query' ? 'list' : 'json';
  if (types.includes('object') || types.length === 0) return place === 'query' ? 'keys' : 'json';
  if (types.every((type) => type === 'number' || type === 'integer')) return 'number';
  return 'text';
}
