import { hash } from 'node:crypto';
import type { AnyOperation } from '../../../features/request.js';
import { INTERFACE_VERSION } from '../../../version.js';
import { type Described, describeAll } from '../openapi/described.js';
import type { DocumentOptions } from '../openapi/openapi.js';
import { RECORDS } from '../openapi/records.js';
import { outputRows } from '../openapi/rows.js';
import { EXPLORER, explorerData } from './explorer.js';
import { GUIDE } from './guide.js';
import { Html, html, jsonBlock } from './html.js';
import { anchorOf, methodTag, operationSection } from './operation.js';
import { STYLE } from './style.js';
import { outputTable } from './table.js';

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Ccircle cx='8' cy='8' r='7' fill='%230f6b66'/%3E%3Ccircle cx='8' cy='8' r='3' fill='%23fff'/%3E%3C/svg%3E";

/** The reference as one self-contained page, and the content security policy to send with it. */
export function docsPage(operations: readonly AnyOperation[], options: DocumentOptions): { html: string; csp: string } {
  const { baseUrl, version } = options;
  const { described, schemas } = describeAll(operations);
  const groups = [...new Set(operations.map((operation) => operation.group))];
  const of = (group: string) => described.filter((one) => one.operation.group === group);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Recollect reference</title>
<meta name="description" content="Memory for AI agents: reference of all operations.">
<link rel="icon" href="${ICON}">
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="layout">
<aside class="side"><nav aria-label="Contents">${contents(groups, of)}</nav></aside>
<main id="content" tabindex="-1">
<header>
<h1>Recollect</h1>
<p class="lead">Memory for AI agents: store what an agent learns, find it again by meaning, forget it.</p>
<p class="versions">Interface ${INTERFACE_VERSION} · service ${version} · <a href="openapi.json">OpenAPI 3.1</a></p>
<p class="base">Base address <code>${baseUrl}</code></p>
</header>
<details class="contents"><summary>Contents</summary><nav aria-label="Contents">${contents(groups, of)}</nav></details>
${GUIDE.map(
  ({ id, title, body }) => html`<section class="guide" id="${id}"><h2>${title}</h2>${body(baseUrl)}</section>`,
)}
<section class="explorer-key" id="explorer" hidden><h2>Try it here</h2></section>
${groups.map(
  (group) => html`<section class="group" id="${groupAnchor(group)}"><h2>${group}</h2>
${of(group).map((one) => operationSection(one, schemas, baseUrl))}</section>`,
)}
${Object.keys(RECORDS).map(
  (name) => html`<section class="group" id="record-${name}"><h2>${name} record</h2>
<p>As it is returned everywhere.</p>
${outputTable(`Fields of ${name}`, outputRows(schemas[name] ?? {}, schemas))}</section>`,
)}
</main>
</div>
<script type="application/json" id="operations">${jsonBlock(explorerData(described))}</script>
<script>${new Html(EXPLORER)}</script>
</body>
</html>
`;
  return { html: page.text, csp: POLICY };
}

const groupAnchor = (group: string) => `group-${group.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

function contents(groups: readonly string[], of: (group: string) => Described[]): Html {
  return html`<ul class="guide-links">${GUIDE.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
<li class="explorer-link" hidden><a href="#explorer">Try it here</a></li></ul>
${groups.map(
  (group) => html`<p class="index-group"><a href="#${groupAnchor(group)}">${group}</a></p>
<ul>${of(group).map(indexLine)}</ul>`,
)}
<p class="index-group">Records</p>
<ul>${Object.keys(RECORDS).map((name) => html`<li><a href="#record-${name}">${name}</a></li>`)}</ul>`;
}

const indexLine = (one: Described): Html => {
  const { method, path, summary } = one.operation;
  return html`<li><a href="#${anchorOf(one)}" title="${summary}">${methodTag(method)} <code>${path}</code></a></li>`;
};

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

const POLICY = [
  "default-src 'none'",
  `style-src ${sourceOf(STYLE)}`,
  `script-src ${sourceOf(EXPLORER)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
