#!/usr/bin/env node
// Fits the constants that turn model outputs into probabilities and ranks, on the tuning lives and the held-out stores, and reports what they give on
// the reporting lives:
//   node training/calibrate.mjs URL KEY   (a running service with a fresh data folder, no rate limit, and a pro key; after `npm run build`)
import { LocalEmbedder } from '../dist/src/embedding/local/embedder.js';
import { BUNDLED_FOLDER } from '../dist/src/embedding/models/bundled.js';
import { DEFAULT_MODEL, modelNamed } from '../dist/src/embedding/models/manifest.js';
import { LocalReader } from '../dist/src/readers/reader.js';
import {
  isClash,
  isHeldOut,
  pairOf,
  readFolder,
  readLines,
  serviceFromArguments,
  storeAll,
  TUNING,
} from './service.mjs';

const call = serviceFromArguments();
const NEIGHBOURS = 6;
const LEAST_COSINE = 0.6;
const READ = 8;

/** How a question is asked, and the weight of each form when the confidence is fitted; phrases get a gain afterwards. */
const FORMS = { 'in full': 0.5, phrase: 0, message: 0.25, reworded: 0.25 };
/** As in src/features/memories/search/read-with.ts. */
const readAs = (form, q) => (form === 'phrase' ? `What about ${q}?` : q);
const formsOf = new Map(readLines('forms.jsonl').map((row) => [`${row.of} ${row.q}`, row]));
const sets = [
  ...readFolder('lives').map((life) => ({
    split: TUNING.includes(life.life) ? 'tuning' : 'reporting',
    name: life.life,
    memories: life.memories,
    clashes: life.pairs.filter(isClash).map(({ a, b }) => [a, b]),
    disputed: [],
    questions: life.questions,
    unanswerable: life.unanswerable,
  })),
  ...readFolder('stores')
    .filter(({ store }) => isHeldOut(store))
    .map((store) => ({
      split: 'held out',
      name: store.store,
      memories: store.memories,
      clashes: store.replaced.map((pair) => [pair.old, pair.new]),
      disputed: store.disputed,
      questions: store.questions,
      unanswerable: store.unanswerable.map(({ q }) => q),
    })),
];
const SPLITS = ['tuning', 'held out', 'reporting'];
const reader = new LocalReader();
const embedder = new LocalEmbedder({ model: modelNamed(DEFAULT_MODEL), install: async () => BUNDLED_FOLDER });
const sum = (list) => list.reduce((total, value) => total + value, 0);
const mean = (list) => sum(list) / Math.max(1, list.length);
const percent = (share) => (100 * share).toFixed(1);
const sigmoid = (z) => 1 / (1 + Math.exp(-z));
const clamp = (p) => Math.min(1 - 1e-6, Math.max(1e-6, p));
const cosineOf = (a, b) => a.reduce((total, value, n) => total + value * b[n], 0);

/** Logistic regression by Newton's method; each row is [features, truth, weight]. */
function logistic(rows) {
  const size = rows[0][0].length + 1;
  let w = Array(size).fill(0);
  for (let step = 0; step < 30; step++) {
    const gradient = w.map((value) => -1e-3 * value);
    const curve = w.map((_, i) => w.map((_, j) => (i === j ? 1e-3 : 0)));
    for (const [features, truth, weight = 1] of rows) {
      const x = [...features, 1];
      const p = sigmoid(sum(x.map((value, i) => value * w[i])));
      for (let i = 0; i < size; i++) {
        gradient[i] += weight * (truth - p) * x[i];
        for (let j = 0; j < size; j++) curve[i][j] += weight * p * (1 - p) * x[i] * x[j];
      }
    }
    w = w.map((value, i) => value + solve(curve, gradient)[i]);
  }
  return w;
}

function solve(matrix, vector) {
  const rows = matrix.map((row, i) => [...row, vector[i]]);
  for (let i = 0; i < rows.length; i++) {
    const best = rows.slice(i).reduce((at, row, n) => (Math.abs(row[i]) > Math.abs(rows[at][i]) ? i + n : at), i);
    [rows[i], rows[best]] = [rows[best], rows[i]];
    for (let n = 0; n < rows.length; n++) {
      if (n === i) continue;
      const factor = rows[n][i] / rows[i][i];
      for (let j = i; j <= rows.length; j++) rows[n][j] -= factor * rows[i][j];
    }
  }
  return rows.map((row, i) => row.at(-1) / row[i]);
}

function auroc(rows) {
  const [yes, no] = [1, 0].map((truth) => rows.filter((row) => row[1] === truth).map(([score]) => score));
  return sum(yes.map((a) => sum(no.map((b) => (a > b ? 1 : a === b ? 0.5 : 0))))) / (yes.length * no.length);
}

/** Mean distance between predicted and observed frequency, in ten bins of equal size; rows are [probability, truth, weight]. */
function calibrationError(rows) {
  const sorted = [...rows].sort((a, b) => a[0] - b[0]);
  const bins = Array.from({ length: 10 }, (_, i) => sorted.slice((i * rows.length) / 10, ((i + 1) * rows.length) / 10));
  const off = (bin) =>
    sum(bin.map(([p, truth, weight]) => weight * (p - truth))) / sum(bin.map(([, , weight]) => weight));
  return mean(bins.map((bin) => Math.abs(off(bin))));
}

// ---- contradictions among the neighbours of whole stores
const pairs = [];
for (const set of sets) {
  const sorted = [...set.memories].sort((a, b) => (a.at < b.at ? -1 : 1));
  const vectors = (
    await embedder.embed(
      sorted.map(({ text }) => text),
      'passage',
    )
  ).map((one) => one.vectors[0]);
  const listed = new Set(set.clashes.map(([a, b]) => pairOf(a, b)));
  const disputed = new Set(set.disputed.map(([a, b]) => pairOf(a, b)));
  set.listed = listed.size;
  set.vectorOf = new Map(sorted.map(({ id }, at) => [id, vectors[at]]));
  for (const [at, memory] of sorted.entries()) {
    const near = sorted
      .slice(0, at)
      .map((other, i) => ({ other, cosine: cosineOf(vectors[i], vectors[at]) }))
      .filter(({ cosine }) => cosine >= LEAST_COSINE)
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, NEIGHBOURS);
    const relations = await reader.relations(near.map(({ other }) => [other.text, memory.text]));
    for (const [rank, { other, cosine }] of near.entries()) {
      if (disputed.has(pairOf(other.id, memory.id))) continue;
      const share = clamp(relations[rank].conflict + relations[rank].partial);
      const features = [Math.log(share / (1 - share)), cosine, Math.log1p(rank), Math.log(near.length)];
      pairs.push({ split: set.split, share, features, truth: listed.has(pairOf(other.id, memory.id)) ? 1 : 0 });
    }
  }
}
const judged = logistic(
  pairs.filter(({ split }) => split !== 'reporting').map(({ features, truth }) => [features, truth]),
);
console.log('JUDGEMENT reader, cosine, rank, crowd, bias:', judged.map((value) => value.toFixed(3)).join(', '));
for (const split of SPLITS) {
  const own = pairs.filter((pair) => pair.split === split);
  const all = sum(sets.filter((set) => set.split === split).map((set) => set.listed));
  const line = [0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9].map((from) => {
    const said = own.filter(
      ({ features, share }) => share >= 0.1 && sigmoid(sum([...features, 1].map((x, i) => x * judged[i]))) >= from,
    );
    const right = sum(said.map(({ truth }) => truth));
    return `${from}: ${percent(right / Math.max(1, said.length))}/${percent(right / all)}`;
  });
  console.log(`  ${split}: P/R from ${line.join('  ')}`);
}

// ---- order and confidence
const asked = [];
for (const set of sets) {
  const user = `calibrate-${set.name}`;
  const ids = await storeAll(call, user, set.memories);
  const inFull = [...set.questions, ...set.unanswerable.map((q) => ({ q, answers: [] }))];
  const all = inFull.flatMap((one) => {
    const forms = { 'in full': one.q, ...formsOf.get(`${set.name} ${one.q}`) };
    return Object.keys(FORMS).flatMap((form) => (forms[form] === undefined ? [] : [{ ...one, q: forms[form], form }]));
  });
  for (const { q, form, answers, stale = [] } of all) {
    const query = new URLSearchParams({
      user_id: user,
      q,
      limit: '60',
      ranking: 'hybrid',
      explain: 'true',
      include_superseded: 'true',
    });
    const { results } = await call('GET', `/memory/retrieve?${query}`);
    const found = results
      .map(({ id, content, final_score, explain }) => {
        const added = sum(
          explain.filter(({ name }) => ['reading', 'newer', 'older'].includes(name)).map(({ value }) => value),
        );
        return { id: ids.get(id), content, score: final_score - added };
      })
      .sort((a, b) => b.score - a.score);
    const read = readAs(form, q);
    const fits = await reader.fit(
      read,
      found.slice(0, READ).map(({ content }) => content),
      { priority: 'search' },
    );
    for (const [at, { relevance }] of fits.entries()) found[at].logit = relevance;
    const alone = found.find(({ id }) => answers.includes(id));
    const others = found.filter(({ id }) => !answers.includes(id) && !stale.includes(id));
    const other = others[asked.length % others.length];
    const [one, none] = (await reader.fit(read, [alone?.content ?? '', other.content])).map(
      ({ relevance }) => relevance,
    );
    asked.push({ split: set.split, form, answers, stale, found, one: alone ? one : undefined, none });
  }
}
const GROUPS = Object.keys(FORMS)
  .flatMap((form) => SPLITS.map((split) => ({ form, split })))
  .map((group) => ({ ...group, own: asked.filter(({ form, split }) => form === group.form && split === group.split) }))
  .filter(({ own }) => own.length > 0);
for (const { form, split, own } of GROUPS) {
  const answered = own.filter(({ answers }) => answers.length > 0);
  const line = [0, 0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3].map((weight) => {
    const ranks = answered.map(({ found, answers }) => {
      const worst = Math.min(...found.slice(0, READ).map(({ logit }) => logit));
      const order = [...found].sort(
        (a, b) => b.score + weight * (b.logit ?? worst) - a.score - weight * (a.logit ?? worst),
      );
      return order.findIndex(({ id }) => answers.includes(id));
    });
    const within = (count) => percent(mean(ranks.map((rank) => (rank >= 0 && rank < count ? 1 : 0))));
    return `${weight}: ${within(1)}/${within(3)}`;
  });
  console.log(`RERANK weight, ${split}, ${form} (${answered.length}): first/in three ${line.join('  ')}`);
}
const bestOf = ({ found }) => Math.max(...found.slice(0, READ).map(({ logit }) => logit));

const isAnswered = ({ answers, found }) =>
  answers.some((id) => found.slice(0, READ).some((one) => one.id === id)) ? 1 : 0;
const features = (logit, read) => [logit, Math.log(read), logit * Math.log(read)];
const full = (own) => own.map((one) => [features(bestOf(one), READ), isAnswered(one)]);
const single = (own) =>
  own.flatMap((one) => [...(one.one === undefined ? [] : [[features(one.one, 1), 1]]), [features(one.none, 1), 0]]);
/** Weighted as if this share of the questions had an answer, in a store of one memory as in a whole one. */
const ANSWERABLE = 0.75;
function weighed(rows, total = rows.length) {
  const answered = mean(rows.map(([, truth]) => truth));
  const each = total / rows.length;
  return rows.map(([x, truth]) => [
    ...[x, truth, (truth ? ANSWERABLE / answered : (1 - ANSWERABLE) / (1 - answered)) * each],
  ]);
}
const toFit = (form, share) => {
  const own = asked.filter((one) => one.form === form && one.split !== 'reporting');
  return [full(own), single(own)].flatMap((rows) => weighed(rows, 10_000 * share));
};
const sure = logistic(Object.entries(FORMS).flatMap(([form, share]) => (share > 0 ? toFit(form, share) : [])));
console.log('READ_CALIBRATION logit, read, both, bias:', sure.map((value) => value.toFixed(3)).join(', '));
/** `gain` is added to a phrase's logit. */
const confidence = ([logit, size], gain) =>
  sigmoid(sum([logit + gain, size, (logit + gain) * size, 1].map((value, i) => value * sure[i])));
const phrases = toFit('phrase', 1);
const lossWith = (gain) =>
  -sum(phrases.map(([x, truth, weight]) => weight * Math.log(Math.abs(1 - truth - confidence(x, gain)))));
const phraseGain = Array.from({ length: 61 }, (_, i) => i / 20 - 1).reduce((a, b) =>
  lossWith(b) < lossWith(a) ? b : a,
);
console.log('PHRASE gain:', phraseGain.toFixed(2));
for (const { form, split, own } of GROUPS) {
  for (const [size, part] of [
    ['one memory', single(own)],
    ['whole store', full(own)],
  ]) {
    const gain = form === 'phrase' ? phraseGain : 0;
    const said = weighed(part).map(([x, truth, weight]) => [confidence(x, gain), truth, weight]);
    const silent = [0.5, 0.55, 0.6, 0.65, 0.7].map((below) => {
      const share = (truth) => percent(mean(said.filter((row) => row[1] === truth).map(([p]) => (p < below ? 1 : 0))));
      return `${below}: ${share(1)}/${share(0)}`;
    });
    console.log(
      `  ${split}, ${form}, ${size}: AUROC ${percent(auroc(said))}, calibration error ${calibrationError(said).toFixed(3)}, wrongly/rightly silent below ${silent.join('  ')}`,
    );
  }
}

// ---- confidence by the cosine alone, where nothing is read
const NEAREST = 10;
const byCosine = [];
for (const set of sets) {
  const cases = [...set.questions, ...set.unanswerable.map((q) => ({ q, answers: [] }))];
  const questions = cases.map(({ q }) => q);
  const vectors = (await embedder.embed(questions, 'query')).map((one) => one.vectors[0]);
  for (const [at, { answers, stale = [] }] of cases.entries()) {
    const found = [...set.vectorOf]
      .map(([id, vector]) => ({ id, cosine: cosineOf(vector, vectors[at]) }))
      .sort((a, b) => b.cosine - a.cosine);
    const others = found.filter(({ id }) => !answers.includes(id) && !stale.includes(id));
    const isFound = found.slice(0, NEAREST).some(({ id }) => answers.includes(id));
    const alone = found.find(({ id }) => answers.includes(id));
    const single = [[[others[(7 * at) % others.length].cosine], 0], ...(alone ? [[[alone.cosine], 1]] : [])];
    byCosine.push({ split: set.split, whole: [[found[0].cosine], isFound ? 1 : 0], single });
  }
}
const parts = (own) =>
  [own.flatMap(({ single }) => single), own.map(({ whole }) => whole)].map((rows) => weighed(rows));
const height = logistic(parts(byCosine.filter(({ split }) => split !== 'reporting')).flat());
console.log('COSINE_CALIBRATION cosine, bias:', height.map((value) => value.toFixed(2)).join(', '));
for (const split of SPLITS) {
  for (const [at, part] of parts(byCosine.filter((one) => one.split === split)).entries()) {
    const said = part.map(([[x], truth, weight]) => [sigmoid(height[0] * x + height[1]), truth, weight]);
    const share = (truth) => percent(mean(said.filter((row) => row[1] === truth).map(([p]) => (p < 0.5 ? 1 : 0))));
    const size = at === 0 ? 'one memory' : 'whole store';
    console.log(
      `  ${split}, ${size}: AUROC ${percent(auroc(said))}, calibration error ${calibrationError(said).toFixed(3)}, wrongly/rightly silent below 0.5: ${share(1)}/${share(0)}`,
    );
  }
}
await Promise.all([reader.close(), embedder.close()]);
