import type { AnyOperation } from '../../../features/request.js';
import { type Described, objectOf } from '../openapi/described.js';
import type { Schemas } from '../openapi/json-schema.js';
import { capitalized, describeForClients, itemsField, methodWords, typeName } from './catalogue.js';
import { fields, inComment, typeOf } from './types.js';

const HEADER = `// Written by \`npm run docs:generate\` from the operations' declarations: do not edit.
import type { Call, PagedCall } from './call.js';
`;

/** The generated part of the client: its types, and the table of how each operation is called. */
export function clientSource(operations: readonly AnyOperation[]): string {
  const { shown, schemas } = describeForClients(operations);
  const parts = [HEADER, namedTypes(schemas)];
  for (const one of shown) parts.push(operationTypes(one));
  parts.push(methodsType(shown, schemas), table(shown, schemas));
  return `${parts.join('\n')}`;
}

/** Only types that responses refer to: inputs are written inline. */
const namedTypes = (schemas: Schemas) =>
  Object.entries(schemas)
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`)
    .join('\n');

function operationTypes(one: Described): string {
  const name = typeName(one);
  const input = objectOf(one.inputs);
  return `/** ${inComment(one.operation.summary)}: \`${one.operation.method} ${one.operation.path}\`. */
export interface ${name}Input {
${fields(input, '  ')}}
export type ${name}Answer = ${typeOf(one.output)};
`;
}

/** `memory.compress.undo` becomes `memory.compressUndo`: a group and a method. */
export function methodOf(id: string): [group: string | null, method: string] {
  const [group, words] = methodWords(id);
  return [group, words.map((word, i) => (i === 0 ? word : capitalized(word))).join('')];
}

function methodsType(described: readonly Described[], schemas: Schemas): string {
  const groups = new Map<string | null, string[]>();
  for (const one of described) {
    const [group, method] = methodOf(one.operation.id);
    const name = typeName(one);
    const items = itemsField(one, schemas);
    const optional = one.inputs.some((input) => input.required) ? '' : ' | void';
    const type = items
      ? `PagedCall<${name}Input${optional}, ${name}Answer, ${typeOf(items[1])}>`
      : `Call<${name}Input${optional}, ${name}Answer>`;
    const lines = groups.get(group) ?? [];
    lines.push(
      `/** ${inComment(one.operation.summary)}: \`${one.operation.method} ${one.operation.path}\`. */\n${method}: ${type};`,
    );
    groups.set(group, lines);
  }
  const body = [...groups].flatMap(([group, lines]) =>
    group === null ? lines : [`${group}: {\n${lines.map(indented).join('\n')}\n};`],
  );
  return `export interface Operations {\n${body.map(indented).join('\n')}\n}\n`;
}

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

function table(described: readonly Described[], schemas: Schemas): string {
  const rows = described.map((one) => {
    const [group, method] = methodOf(one.operation.id);
    const items = itemsField(one, schemas);
    return `  ${JSON.stringify([group, method, one.operation.method, one.operation.path, items?.[0] ?? null])},`;
  });
  return `/** Group, method, HTTP method, path, and the list that its pages hold. */
export const OPERATIONS: readonly (readonly [string | null, string, string, string, string | null])[] = [
${rows.join('\n')}
];
`;
}

/** The client's methods on one page. */
export function clientMarkdown(operations: readonly AnyOperation[]): string {
  const { shown, schemas } = describeForClients(operations);
  const rows = shown.map((one) => {
    const [group, method] = methodOf(one.operation.id);
    const name = `client.${group === null ? '' : `${group}.`}${method}`;
    const needed = one.inputs.filter((input) => input.required).map((input) => input.name);
    const takes = needed.length ? `{ ${needed.join(', ')}, … }` : '{ … }';
    const paged = itemsField(one, schemas) ? ' `.pages()`, `.items()`' : '';
    return `| \`${name}(${takes})\`${paged} | ${one.operation.summary} | \`${one.operation.method} ${one.operation.path}\` |`;
  });
  return `# The client's methods

Written from the operations' declarations. Inputs and answers have the names of [operations.md](operations.md); fields in braces are required.

| method | what it does | operation |
| --- | --- | --- |
${rows.join('\n')}
`;
}
