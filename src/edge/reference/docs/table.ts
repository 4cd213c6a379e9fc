import type { Row } from '../openapi/rows.js';
import { type Html, html, inline } from './html.js';

// The roles are explicit because a narrow screen shows the rows as blocks, and browsers then no longer treat them as a table.
const cell = (label: string, content: Html | string) => html`<td role="cell" data-label="${label}">${content}</td>`;

export const table = (
  label: string,
  heads: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html => html`
<table role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
  (cells) => html`<tr role="row">${cells.map((content, index) => cell(heads[index] as string, content))}</tr>`,
)}</tbody>
</table>`;

const nameOf = (row: Row): Html => {
  const parts = row.name.split(/(?<=[.])/);
  // A long field path may break after its dots.
  return html`<code class="field">${parts.map((part) => html`${part}<wbr>`)}</code>`;
};

const typeOf = (row: Row): Html =>
  row.record ? html`<a href="#record-${row.record}">${row.type}</a>` : html`${row.type}`;

export const inputTable = (label: string, rows: readonly Row[]): Html =>
  table(
    label,
    ['Field', 'Type', 'Description'],
    rows.map((row) => [
      html`${nameOf(row)} <span class="where">${row.where}</span>${row.required && html` <span class="required">required</span>`}`,
      html`${typeOf(row)}${row.fallback && html`<span class="note">default <code>${row.fallback}</code></span>`}`,
      html`${inline(row.description)}${row.allowed && html` <span class="note">Allowed: ${inline(row.allowed)}</span>`}`,
    ]),
  );

export const outputTable = (label: string, rows: readonly Row[]): Html =>
  table(
    label,
    ['Field', 'Type', 'Description'],
    rows.map((row) => [
      html`${nameOf(row)}${!row.required && html` <span class="where">optional</span>`}`,
      typeOf(row),
      html`${inline(row.description)}${row.allowed && html` <span class="note">${inline(row.allowed)}</span>`}`,
    ]),
  );
