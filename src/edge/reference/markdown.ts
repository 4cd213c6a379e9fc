import type { AnyOperation } from '../../features/request.js';
import { INTERFACE_VERSION } from '../../version.js';
import { curlOf } from './openapi/curl.js';
import { type Described, describeAll } from './openapi/described.js';
import type { Schemas } from './openapi/json-schema.js';
import { lowerFirst, pretty } from './openapi/pretty.js';
import { RECORDS } from './openapi/records.js';
import { codesOf, ERRORS } from './openapi/responses.js';
import { inputRows, outputRows, type Row } from './openapi/rows.js';
import { SCOPES } from './openapi/scopes.js';

/** All operations as Markdown, for readers of the repository. */
export function operationsMarkdown(operations: readonly AnyOperation[]): string {
  const { described, schemas } = describeAll(operations);
  const groups = [...new Set(operations.map((operation) => operation.group))];
  const of = (group: string) => described.filter((one) => one.operation.group === group);
  return `${[
    '# Operations',
    'Generated from the code by `npm run docs:generate`; do not edit. A running service shows the same at ' +
      '`/docs`, and as OpenAPI 3.1 at ' +
      `\`/openapi.json\`. Version of the API: ${INTERFACE_VERSION}.`,
    'In the examples `$BASE_URL` is where the service listens and `$RECOLLECT_KEY` is an API key.',
    groups.flatMap((group) => [`- ${group}`, ...of(group).map(indexLine)]).join('\n'),
    ...groups.flatMap((group) => [`## ${group}`, ...of(group).flatMap((one) => operationBlocks(one, schemas))]),
    '## Records',
    ...Object.keys(RECORDS).flatMap((name) => [`### ${name}`, responseTable(outputRows(schemas[name] ?? {}, schemas))]),
    '## Errors',
    'Every error has the body `{"error": {"status", "message", "code", "request_id", "details"?}}`.',
    errorTable(),
  ].join('\n\n')}\n`;
}

const indexLine = ({ operation }: Described) =>
  `  - [\`${operation.method} ${operation.path}\`](#${slug(operation.summary)}): ${lowerFirst(operation.summary)}`;

function operationBlocks(one: Described, schemas: Schemas): string[] {
  const { operation, description, errors, response } = one;
  const { success = 200, otherSuccess } = operation;
  const statuses = [
    `**${success}**`,
    ...(otherSuccess ? [`**${otherSuccess.status}** (${otherSuccess.when.replace(/\.$/, '')})`] : []),
    `errors ${errors.join(', ')}`,
  ];
  const inputs = inputRows(one.inputs, schemas);
  const outputs = outputRows(one.output, schemas);
  return [
    `### ${operation.summary}`,
    `\`${operation.method} ${operation.path}\` · ${SCOPES[operation.scope].sentence}`,
    ...(description ? [description] : []),
    fence('sh', curlOf(one, '$BASE_URL')),
    ...(inputs.length > 0 ? [inputTable(inputs)] : ['Takes no fields.']),
    `Returns ${statuses.join('; ')}.`,
    ...(outputs.length > 0 ? [responseTable(outputs)] : []),
    fence('json', pretty(response)),
  ];
}

const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

/** A `|` would end the cell, and a bare `<` would open a tag. */
const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');

const inputTable = (rows: readonly Row[]) =>
  table(
    ['Field', 'In', 'Type', 'Default', 'Allowed', 'Description'],
    rows.map((row) => [
      `\`${row.name}\`${row.required ? ' (required)' : ''}`,
      row.where ?? '',
      typeOf(row),
      row.fallback === undefined ? '' : `\`${row.fallback}\``,
      row.allowed ?? '',
      row.description,
    ]),
  );

const responseTable = (rows: readonly Row[]) =>
  table(
    ['Field', 'Type', 'Description'],
    rows.map((row) => [
      row.name === '…' ? '…' : `\`${row.name}\`${row.required ? '' : ' (optional)'}`,
      typeOf(row),
      [row.description, row.allowed].filter(Boolean).join(' '),
    ]),
  );

const typeOf = (row: Row) => (row.record ? `[${row.type}](#${slug(row.record)})` : row.type);

const errorTable = () =>
  table(
    ['Status', 'Code', 'Meaning'],
    Object.entries(ERRORS).map(([status, { meaning }]) => [
      status,
      codesOf(Number(status))
        .map((code) => `\`${code}\``)
        .join(', '),
      meaning,
    ]),
  );

/** The anchor that repositories derive from a heading. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
