#!/usr/bin/env node
// How much of the lives' portraits, as readers chose them, a context without a question shows:
//   node training/portraits.mjs URL KEY   (as calibrate.mjs)
import { readLines, serviceFromArguments, storeLives } from './service.mjs';

const call = serviceFromArguments();
const lives = await storeLives(call);
const portraits = readLines('portraits.jsonl').filter(({ by }) => by);
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
