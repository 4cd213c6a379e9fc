import type { AnyOperation } from '../../../features/request.js';
import { describeForClients, itemsField, methodWords, pascal, typeName } from '../client-source/catalogue.js';
import { type Described, type Input, objectOf } from '../openapi/described.js';
import type { Schemas } from '../openapi/json-schema.js';
import { docstring, literal, nameIn, snake } from './text.js';
import { isNullable, PythonTypes, union } from './types.js';

const HEADER = `# Written by \`npm run docs:generate\` from the operations' declarations: do not edit.
from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, TypedDict

from ._calls import AsyncCalls, SyncCalls
from ._given import NOT_GIVEN, NotGiven
from ._transport import AsyncTransport, CallOptions, Operation, PagedOperation, Transport
`;

/** One operation, with everything its methods are generated from. */
interface Method {
  one: Described;
  type: string;
  group: string | null;
  name: string;
  /** For a paged operation: the field that holds the list, and the type of its elements. */
  items: { field: string; type: string } | null;
  parameters: string[];
}

/** What the classes of one kind of client are called, and how they are written. */
interface Flavour {
  prefix: string;
  base: string;
  transport: string;
  def: string;
  wait: string;
  iterator: string;
}
const SYNC: Flavour = {
  prefix: '',
  base: 'SyncCalls',
  transport: 'Transport',
  def: 'def',
  wait: '',
  iterator: 'Iterator',
};
const ASYNC: Flavour = {
  prefix: 'Async',
  base: 'AsyncCalls',
  transport: 'AsyncTransport',
  def: 'async def',
  wait: 'await ',
  iterator: 'AsyncIterator',
};

/** The generated part of the Python client: its types, and its methods for both kinds of client. */
export function pythonSource(operations: readonly AnyOperation[]): string {
  const { shown, schemas } = describeForClients(operations);
  const types = new PythonTypes();
  for (const [name, schema] of Object.entries(schemas)) types.declare(name, schema);
  const methods = shown.map((one) => methodOf(one, types, schemas));
  const parts = [
    HEADER,
    types.source,
    `__all__ = [\n${types.names.map((name) => `    "${name}",\n`).join('')}]\n`,
    methods.map(operationOf).join(''),
    ...[SYNC, ASYNC].flatMap((flavour) => classes(methods, flavour)),
  ];
  return parts.join('\n\n');
}

/** `memory.import` becomes `memory.import_`: a group and a method. */
export function pythonMethod(id: string): [group: string | null, method: string] {
  const [group, words] = methodWords(id);
  return [group, nameIn(snake(words))];
}

function methodOf(one: Described, types: PythonTypes, schemas: Schemas): Method {
  const type = typeName(one);
  const { summary, method, path } = one.operation;
  types.declare(`${type}Input`, objectOf(one.inputs), `${summary}: \`${method} ${path}\`.`);
  const parameters = one.inputs.map((input) => parameterOf(input, types, `${type}Input`));
  types.declare(`${type}Answer`, one.output);
  const [group, name] = pythonMethod(one.operation.id);
  const items = itemsField(one, schemas);
  const itemType = items && types.typeOf(items[1], `${type}Answer${pascal(items[0])}`);
  return { one, type, group, name, items: items && { field: items[0], type: itemType ?? 'Any' }, parameters };
}

/** None omits a field, unless null has a meaning there. */
function parameterOf({ name, required, schema }: Input, types: PythonTypes, owner: string): string {
  const type = types.typeOf(schema, `${owner}${pascal(name)}`);
  if (required) return `${nameIn(name)}: ${type}`;
  if (isNullable(schema)) return `${nameIn(name)}: ${union([type, 'NotGiven'])} = NOT_GIVEN`;
  return `${nameIn(name)}: ${union([type, 'None'])} = None`;
}

const constantOf = ({ type }: Method) => `_${type.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

function operationOf(method: Method): string {
  const { operation, inputs } = method.one;
  const nullable = inputs.filter(({ schema }) => isNullable(schema)).map(({ name }) => literal(name));
  const place = [literal(operation.method), literal(operation.path)];
  if (nullable.length > 0) place.push(`nullable=frozenset({${nullable.join(', ')}})`);
  if (method.items) place.push(`items=${literal(method.items.field)}`);
  const type = method.items
    ? `PagedOperation[${method.type}Answer, ${method.items.type}]`
    : `Operation[${method.type}Answer]`;
  return `${constantOf(method)}: ${type} = ${type.replace(/\[.*/, '')}(${place.join(', ')})\n`;
}

function classes(methods: readonly Method[], flavour: Flavour): string[] {
  const groups = new Map<string | null, Method[]>([[null, []]]);
  for (const method of methods) groups.set(method.group, [...(groups.get(method.group) ?? []), method]);
  const names = [...groups.keys()].filter((group) => group !== null);
  const paged = methods.filter((method) => method.items).map((method) => pagedClass(method, flavour));
  const grouped = names.map((group) =>
    groupClass(`${flavour.prefix}${pascal(group)}Calls`, `What \`client.${group}\` offers.`, groups.get(group) ?? [], {
      flavour,
      attributes: [],
    }),
  );
  const attributes = names.map((group) => `self.${group} = ${flavour.prefix}${pascal(group)}Calls(transport)`);
  const all = groupClass(`${flavour.prefix}Operations`, 'Every operation, by its group.', groups.get(null) ?? [], {
    flavour,
    attributes,
  });
  return [...paged, ...grouped, all];
}

function groupClass(
  name: string,
  about: string,
  methods: readonly Method[],
  { flavour, attributes }: { flavour: Flavour; attributes: string[] },
): string {
  const holders = methods
    .filter((method) => method.items)
    .map((method) => `self.${method.name} = ${pagedName(method, flavour)}(transport)`);
  const made = [...attributes, ...holders];
  const init = `    def __init__(self, transport: ${flavour.transport}) -> None:
        super().__init__(transport)
${made.map((line) => `        ${line}\n`).join('')}`;
  const bodies = methods.filter((method) => !method.items).map((method) => callMethod(method, method.name, flavour));
  const parts = [...(made.length > 0 ? [init] : []), ...bodies];
  return `class ${name}(${flavour.base}):\n${docstring([about], '    ')}\n${parts.join('\n')}`;
}

const pagedName = ({ type }: Method, flavour: Flavour) => `${flavour.prefix}${type}Call`;

function pagedClass(method: Method, flavour: Flavour): string {
  const { type, items } = method;
  const walk = (name: string, of: string, about: string) => `    def ${name}(
${signature(method)}    ) -> ${flavour.iterator}[${of}]:
${docstring([about], '        ')}        return self._${name}(${given(method)})
`;
  return [
    `class ${pagedName(method, flavour)}(${flavour.base}):\n${docstring(said(method).slice(0, 1), '    ')}`,
    callMethod(method, '__call__', flavour),
    walk('pages', `${type}Answer`, 'Every page from here on.'),
    walk('items', items?.type ?? 'Any', `Every item of every page: its \`${items?.field}\`.`),
  ].join('\n');
}

const signature = ({ parameters }: Method) =>
  ['self', '*', ...parameters, 'options: CallOptions | None = None'].map((line) => `        ${line},\n`).join('');

const given = (method: Method) => {
  const fields = method.one.inputs.map(({ name }) => `${literal(name)}: ${nameIn(name)}`).join(', ');
  return `${constantOf(method)}, {${fields}}, options`;
};

const callMethod = (method: Method, name: string, { def, wait }: Flavour) => `    ${def} ${name}(
${signature(method)}    ) -> ${method.type}Answer:
${docstring(said(method), '        ')}        return ${wait}self._call(${given(method)})
`;

function said({ one: { operation, inputs } }: Method): string[] {
  const { summary, method, path, description } = operation;
  const fields = inputs
    .filter(({ schema }) => schema.description)
    .map(({ name, schema }) => `    ${nameIn(name)}: ${schema.description?.replaceAll('\n', ' ')}`);
  return [
    `${summary}: \`${method} ${path}\`.`,
    ...(description ? [description] : []),
    ...(fields.length > 0 ? [['Args:', ...fields].join('\n')] : []),
  ];
}
