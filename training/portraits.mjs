#!/usr/bin/env node
// How much of the lives' portraits, as readers chose them, a context without a question shows:
//   node training/portraits.mjs URL KEY   (as calibrate.mjs)
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const [url, key] = process.argv.slice(2);
if (!key) throw new Error('usage: node training/portraits.mjs URL KEY');
const read = (name) => readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8');

async function call(method, path, body) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const lives = readdirSync(new URL('./data/lives/', import.meta.url)).map((name) => JSON.parse(read(`lives/${name}`)));
for (const life of lives) {
  const memories = life.memories.map(({ text, at }) => ({
    ...{ user_id: life.life, content: text, dedupe: false, valid_from: at },
  }));
  const { results } = await call('POST', '/memory/batch', { memories });
  life.ids = new Map(results.map(({ id }, at) => [id, life.memories[at].id]));
}
await setTimeout(60_000); // until the background has embedded and compared all of them

const portraits = read('portraits.jsonl')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
  .filter(({ by }) => by);
const mean = (list) => `${((100 * list.reduce((sum, value) => sum + value, 0)) / list.length).toFixed(1)} %`;
for (const tokens of [250, 500]) {
  const [shares, leads] = [[], []];
  for (const { life, ids } of lives) {
    const query = new URLSearchParams({ user_id: life, max_tokens: tokens });
    const shown = new Set((await call('GET', `/memory/context?${query}`)).memory_ids.map((id) => ids.get(id)));
    for (const { portrait } of portraits.filter(({ of }) => of === life)) {
      shares.push(portrait.filter((id) => shown.has(id)).length / portrait.length);
      leads.push(shown.has(portrait[0]) ? 1 : 0);
    }
  }
  console.log(`${tokens} tokens: ${mean(shares)} of a portrait, ${mean(leads)} of the memories that come first in one`);
}
