#!/usr/bin/env node
// Stores the lives and the held-out stores through the service, and reports which contradictions it finds, and where the present and the former state
// stand when a question asks for what has changed:
//   node training/updates.mjs URL KEY   (as calibrate.mjs)
import { setTimeout } from 'node:timers/promises';
import { isClash, isHeldOut, pairOf, readFolder, serviceFromArguments, storeAll, TUNING } from './service.mjs';

const call = serviceFromArguments();
const sets = [
  ...readFolder('lives').map((life) => ({
    ...life,
    split: TUNING.includes(life.life) ? 'tuning lives' : 'reporting lives',
    name: life.life,
    listed: life.pairs.filter(isClash).map(({ a, b }) => pairOf(a, b)),
    disputed: [],
  })),
  ...readFolder('stores')
    .filter(({ store, lang }) => isHeldOut(store) && lang === 'en')
    .map((store) => ({
      ...store,
      split: 'held-out stores',
      name: store.store,
      listed: store.replaced.map((pair) => pairOf(pair.old, pair.new)),
      disputed: (store.disputed ?? []).map(([a, b]) => pairOf(a, b)),
      unanswerable: store.unanswerable.map(({ q }) => q),
    })),
];
for (const set of sets) set.ids = await storeAll(call, set.name, set.memories);
await setTimeout(120_000); // the background embeds and compares

for (const set of sets) {
  const { conflicts } = await call('GET', `/memory/conflicts?user_id=${set.name}&limit=200`);
  const found = conflicts.map(({ memory_a, memory_b }) => pairOf(set.ids.get(memory_a.id), set.ids.get(memory_b.id)));
  set.found = found.filter((pair) => !set.disputed.includes(pair));
  set.asked = [];
  for (const { q, answers, stale = [], kind } of [
    ...set.questions,
    ...set.unanswerable.map((q) => ({ q, answers: [] })),
  ]) {
    const query = new URLSearchParams({ user_id: set.name, q, ranking: 'hybrid', limit: '60' });
    const { results, abstained } = await call('GET', `/memory/retrieve?${query}`);
    const order = results.map(({ id }) => set.ids.get(id));
    const place = (wanted) => order.findIndex((id) => wanted.includes(id)) >>> 0; // not found: after all others
    if (kind !== 'past') set.asked.push({ answers, stale, abstained, right: place(answers), former: place(stale) });
  }
}
const percent = (list, test) => `${((100 * list.filter(test).length) / list.length).toFixed(1)} % of ${list.length}`;
for (const split of new Set(sets.map((set) => set.split))) {
  const own = sets.filter((set) => set.split === split);
  const asked = own.flatMap((set) => set.asked);
  const [yes, no] = [true, false].map((has) => asked.filter(({ answers }) => answers.length > 0 === has));
  const changed = yes.filter(({ stale }) => stale.length > 0);
  const first = ({ right }) => right === 0;
  console.log(
    `${split}: right memory first ${percent(yes, first)}, in three ${percent(yes, ({ right }) => right < 3)}`,
  );
  console.log(
    `  of what changed: first ${percent(changed, first)}, above the former ${percent(changed, ({ right, former }) => right < former)}`,
  );
  console.log(
    `  abstained: wrongly ${percent(yes, (one) => one.abstained)}, rightly ${percent(no, (one) => one.abstained)}`,
  );
  const pairs = own.flatMap(({ found, listed }) => found.map((pair) => listed.includes(pair)));
  const hits = own.flatMap(({ found, listed }) => listed.map((pair) => found.includes(pair)));
  console.log(`  contradictions: right ${percent(pairs, Boolean)}, found ${percent(hits, Boolean)}`);
}
