#!/usr/bin/env node
// Asks what the lives are asked in other forms, through the service: in full, as a phrase, in a message, and in full with one letter of one word
// wrong, left out, doubled or swapped with the next:
//   node training/forms.mjs URL KEY   (as calibrate.mjs)
import { readLines, serviceFromArguments, storeLives } from './service.mjs';

const call = serviceFromArguments();
const formsOf = new Map(readLines('forms.jsonl').map((row) => [`${row.of} ${row.q}`, row]));

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

const lives = await storeLives(call);
const results = { 'in full': [], 'as a phrase': [], 'in a message': [], 'with a slip': [] };
for (const { life, ids, questions, unanswerable } of lives) {
  for (const { q, answers } of [...questions, ...unanswerable.map((q) => ({ q, answers: [] }))]) {
    const { phrase, message } = formsOf.get(`${life} ${q}`) ?? {};
    const forms = { 'in full': q, 'as a phrase': phrase, 'in a message': message, 'with a slip': withSlip(q) };
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
