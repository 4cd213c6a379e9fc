#!/usr/bin/env node
// Asks what the lives are asked in other forms, through the service: in full, as a phrase, and in full with one letter of one word wrong, left out,
// doubled or swapped with the next:
//   node training/forms.mjs URL KEY   (as calibrate.mjs)
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const [url, key] = process.argv.slice(2);
if (!key) throw new Error('usage: node training/forms.mjs URL KEY');
const read = (name) => readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8');
const phrases = new Map(
  read('phrases.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ of, q, phrase }) => [`${of} ${q}`, phrase]),
);

let seed = 7;
const random = (below) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * below);
};
const slips = [
  (word, at, letter) => word.slice(0, at) + letter + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at + 1) + word.slice(at),
  (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
];
function withSlip(question) {
  const words = question.match(/\p{L}+/gu).filter((word) => /^[a-z]{5,}$/.test(word));
  const word = words[random(words.length)];
  if (!word) return null;
  const slip = slips[random(slips.length)](word, 1 + random(word.length - 2), String.fromCharCode(97 + random(26)));
  return slip === word ? null : question.replace(word, slip);
}

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

const results = { 'in full': [], 'as a phrase': [], 'with a slip': [] };
for (const { life, ids, questions, unanswerable } of lives) {
  for (const { q, answers } of [...questions, ...unanswerable.map((q) => ({ q, answers: [] }))]) {
    const forms = { 'in full': q, 'as a phrase': phrases.get(`${life} ${q}`), 'with a slip': withSlip(q) };
    for (const [form, given] of Object.entries(forms)) {
      if (!given) continue;
      const query = new URLSearchParams({ user_id: life, q: given, ranking: 'hybrid' });
      const { results: found, abstained } = await call('GET', `/memory/retrieve?${query}`);
      const rank = found.findIndex(({ id }) => answers.includes(ids.get(id)));
      results[form].push({ isAnswerable: answers.length > 0, rank, abstained });
    }
  }
}
const percent = (list, test) => `${((100 * list.filter(test).length) / list.length).toFixed(1)} %`;
for (const [form, list] of Object.entries(results)) {
  const [yes, no] = [true, false].map((is) => list.filter(({ isAnswerable }) => isAnswerable === is));
  const within = (count) => percent(yes, ({ rank }) => rank >= 0 && rank < count);
  const abstained = ({ abstained }) => abstained;
  console.log(
    `${form}: ${yes.length} + ${no.length}, right memory first ${within(1)}, in three ${within(3)}, wrongly abstained ${percent(yes, abstained)}, rightly ${percent(no, abstained)}`,
  );
}
