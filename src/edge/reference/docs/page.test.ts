import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { operations } from '../../../catalog.js';
import { CATALOGUE } from '../openapi/openapi-catalogue.test.kit.js';
import { escapeHtml, prose } from './html.js';
import { docsPage } from './page.js';

const options = { baseUrl: 'https://memory.example.com', version: '9.8.7' };

for (const [name, catalogue] of [
  ['a catalogue with every kind of field', CATALOGUE],
  ['the service', operations],
] as const) {
  test(`the page of ${name} describes every operation and every field of it`, () => {
    const { html } = docsPage(catalogue, options);
    for (const { id, path, summary, input } of catalogue) {
      const begin = html.indexOf(`id="op-${id}"`);
      const section = html.slice(begin, html.indexOf('</article>', begin)).replaceAll('<wbr>', '');
      assert.ok(begin > 0 && section.includes(path) && section.includes(escapeHtml(summary)), id);
      for (const field of Object.keys(input.shape)) assert.ok(section.includes(`>${field}`), `${id}: ${field}`);
    }
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    assert.equal(new Set(ids).size, ids.length, 'an id stands twice');
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g))
      assert.ok(ids.includes(target), `#${target} is nowhere`);
  });
}

test('the paths that the guide shows exist', () => {
  const paths = operations.map((operation) => operation.path);
  for (const path of ['/signup', '/memory/store', '/memory/retrieve']) assert.ok(paths.includes(path), path);
});

test('text of the declarations is escaped, in the page and in its data', () => {
  const { html } = docsPage(CATALOGUE, { ...options, baseUrl: 'https://a.example/"><img src=x>' });
  assert.equal(html.includes('<script>alert(1)'), false);
  assert.equal(html.includes('<img'), false);
  assert.equal(html.match(/<\/script>/g)?.length, 2);
  assert.ok(html.includes('&lt;/script&gt;'));
});

test('the policy allows the style and the script of the page, and no other', () => {
  const { html, csp } = docsPage(CATALOGUE, options);
  const digest = (text: string | undefined) => hash('sha256', text ?? '', 'base64');
  assert.ok(csp.includes(`style-src 'sha256-${digest(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1])}'`));
  assert.ok(csp.includes(`script-src 'sha256-${digest(/<script>([\s\S]*?)<\/script>/.exec(html)?.[1])}'`));
  assert.ok(csp.startsWith("default-src 'none'"));
  assert.equal(csp.includes('unsafe'), false);
  assert.equal(/ (style|on\w+)="/.test(html), false);
});

test('descriptions become paragraphs, lists and code', () => {
  assert.equal(
    prose('One `a<b`\ntwo\n\n- x\n- y').text,
    '<p>One <code>a&lt;b</code> two</p><ul><li>x</li><li>y</li></ul>',
  );
});
