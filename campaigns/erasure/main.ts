import { runHistory } from './run-history.js';

/** `npm run test:erasure [-- histories] [first seed]`: 50 random histories on the embedded database by default. */
const histories = Number(process.argv[2] ?? 50);
const first = Number(process.argv[3] ?? 1);
const STEPS = 300;
let [bad, remnants] = [0, 0];
for (let seed = first; seed < first + histories; seed++) {
  const lived = await runHistory(seed, STEPS);
  remnants += lived.remnants;
  if (Object.keys(lived.left).length === 0) continue;
  bad++;
  console.log(`seed ${seed}: ${JSON.stringify(lived.left)}`);
}
console.log(
  `${histories} histories of ${STEPS} steps: ${remnants} remnants before the scrub, ${bad} histories with some after it`,
);
process.exitCode = bad > 0 ? 1 : 0;
