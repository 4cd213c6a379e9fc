import { curlOf } from '../openapi/curl.js';
import type { Described } from '../openapi/described.js';
import type { Schemas } from '../openapi/json-schema.js';
import { lowerFirst, pretty } from '../openapi/pretty.js';
import { inputRows, outputRows } from '../openapi/rows.js';
import { SCOPES } from '../openapi/scopes.js';
import { codeBlock, type Html, html, inline, prose } from './html.js';
import { inputTable, outputTable } from './table.js';

export const anchorOf = ({ operation }: Described) => `op-${operation.id}`;

export const methodTag = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** One operation, from its heading to its statuses. The explorer appends its form. */
export function operationSection(one: Described, schemas: Schemas, baseUrl: string): Html {
  const { operation, description, response } = one;
  const inputs = inputRows(one.inputs, schemas);
  const outputs = outputRows(one.output, schemas);
  const anchor = anchorOf(one);
  return html`
<article class="operation" id="${anchor}" data-operation="${operation.id}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title"><a class="anchor" href="#${anchor}">${operation.summary}</a></h3>
<p class="route">${methodTag(operation.method)} <code class="path">${pathOf(operation.path)}</code>
<span class="scope" title="${SCOPES[operation.scope].sentence}">${SCOPES[operation.scope].short}</span></p>
${description && prose(description)}
<h4>Request</h4>
${codeBlock(curlOf(one, baseUrl), `curl for ${operation.summary}`)}
${inputs.length > 0 ? inputTable(`Input of ${operation.summary}`, inputs) : html`<p>Takes no fields.</p>`}
${operation.bodyLimit && html`<p class="statuses">The body may be at most ${bytes(operation.bodyLimit)}.</p>`}
<h4>Response</h4>
${statuses(one)}
${outputs.length > 0 && outputTable(`Response of ${operation.summary}`, outputs)}
<details><summary>Example response</summary>
${codeBlock(pretty(response), `Example response of ${operation.summary}`)}
</details>
</article>`;
}

const pathOf = (path: string): Html => html`${path.split(/(?=\/)/).map((step) => html`${step}<wbr>`)}`;

function statuses({ operation, errors }: Described): Html {
  const { success = 200, otherSuccess } = operation;
  const when = lowerFirst(otherSuccess?.when.replace(/\.$/, '') ?? '');
  const other = otherSuccess && html` · <strong class="ok">${otherSuccess.status}</strong> ${inline(when)}`;
  return html`<p class="statuses"><strong class="ok">${success}</strong> ${success === 201 ? 'created' : 'done'}${other}
· errors ${errors.map((status) => html`<a href="#error-${status}">${status}</a> `)}</p>`;
}

const bytes = (count: number) =>
  count >= 1_048_576 ? `${Math.round(count / 1_048_576)} MB` : `${Math.round(count / 1_024)} KB`;
