// The test runner behind `npm test`: runs every compiled *.test.js of src, test and campaigns, each in its own process.
// `npm test -- keys storage` runs only the files with one of these words in their path.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
// Each file starts services with their own models; more than two files at once only wait for each other on a small machine.
const FILES_AT_ONCE = 2;
// The whole contract with the real models: alongside a browser, texts wait minutes to be embedded. It runs first, by itself.
const ALONE = 'test/acceptance.test.js';
// Browser tests depend on timing that is not ours: these files get a second attempt, and the summary says so.
const BROWSER = /\.browser\.test\.js$/;
const FILE_LIMIT_MINUTES = Number(process.env.RECOLLECT_TEST_FILE_MINUTES ?? 20);
const GRACE_MS = 5_000;
const onWindows = process.platform === 'win32';
const requireAll = process.env.RECOLLECT_TEST_REQUIRE_ALL === '1';

const print = (text) => process.stdout.write(`${text}\n`);

function testFiles(words) {
  return ['src', 'test', 'campaigns']
    .filter((folder) => existsSync(join(dist, folder)))
    .flatMap((folder) =>
      readdirSync(join(dist, folder), { recursive: true }).map((name) => `${folder}/${name.split(sep).join('/')}`),
    )
    .filter((name) => name.endsWith('.test.js') && (words.length === 0 || words.some((word) => name.includes(word))))
    .sort();
}

const running = new Set();

/** Ends the process of a file and everything it started: on POSIX each file leads a process group. */
function end(child, signal) {
  try {
    if (onWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group is already gone.
  }
}

// The eight summary lines that node prints after the tests of a file.
const TOTALS = /^ℹ tests (\d+)\n(?:ℹ \w+ [\d.]+\n){6}ℹ duration_ms [\d.]+$/m;

function totals(output) {
  const block = TOTALS.exec(output)?.[0];
  if (!block) return undefined;
  const count = (name) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(block)?.[1] ?? 0);
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
}

const SKIPPED_SUITE = /^﹣ .* # /gm;

function judge({ output, code, signal, timedOut }) {
  const counts = totals(output);
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
  if (timedOut) {
    return {
      passed,
      failed: failed + 1,
      skipped,
      problem: `ended after ${FILE_LIMIT_MINUTES} minutes: a test hangs, or something it started was not closed`,
    };
  }
  if (code !== 0 && failed === 0)
    return { passed, failed: 1, skipped, problem: signal ? `died of ${signal}` : `ended with exit code ${code}` };
  if (passed + failed + skipped === 0) {
    // Node counts only tests: for a suite that is skipped as a whole it counts none.
    const suites = output.match(SKIPPED_SUITE)?.length ?? 0;
    if (suites === 0) return { passed, failed: 1, skipped, problem: 'contains no test' };
    return { passed, failed, skipped: suites, problem: undefined };
  }
  return { passed, failed, skipped, problem: failed > 0 ? `${failed} failed` : undefined };
}

/** The list of failures that node prints last, or the last lines of a file that did not get there. */
function failuresIn(output) {
  const at = output.lastIndexOf('✖ failing tests:');
  return (at === -1 ? output.slice(-2_000) : output.slice(at)).trimEnd();
}

function runFile(name) {
  const startedAt = performance.now();
  const path = join(dist, name);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--enable-source-maps', '--test-reporter=spec', path], {
      cwd: root,
      // Colour codes would hide the totals.
      env: { ...process.env, FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !onWindows,
      windowsHide: true,
    });
    running.add(child);
    let output = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      end(child, 'SIGKILL');
    }, FILE_LIMIT_MINUTES * 60_000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    // A process that a test left running would hold the pipes open.
    child.on('exit', () => end(child, 'SIGKILL'));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({
        name,
        output,
        timedOut,
        ...judge({ output, code, signal, timedOut }),
        ms: performance.now() - startedAt,
      });
    });
  });
}

function report(result) {
  print(`\n${relative(root, join(dist, result.name))} (${(result.ms / 1000).toFixed(1)} s)`);
  print(result.output.replace(TOTALS, '').trimEnd());
  if (result.problem) print(`✖ ${result.name}: ${result.problem}`);
}

let stopping = false;
for (const [signal, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
]) {
  process.on(signal, () => {
    stopping = true;
    process.exitCode = 128 + number;
    for (const child of running) end(child, signal);
    setTimeout(() => {
      for (const child of running) end(child, 'SIGKILL');
    }, GRACE_MS).unref();
  });
}

const words = process.argv.slice(2);
const files = testFiles(words);
if (!process.env.RECOLLECT_TEST_DATABASE_URL) {
  print(
    'RECOLLECT_TEST_DATABASE_URL is not set, so the PostgreSQL half of the tests is skipped; to run it: ' +
      'scripts/postgres.sh install, then export RECOLLECT_TEST_DATABASE_URL=$(scripts/postgres.sh start /tmp/recollect-pg)',
  );
}

const results = [];
const unstable = [];
const work = async (queue) => {
  while (queue.length > 0 && !stopping) {
    let result = await runFile(queue.shift());
    report(result);
    if (result.failed > 0 && !result.timedOut && BROWSER.test(result.name) && !stopping) {
      print(`${result.name} gets a second attempt.`);
      unstable.push(result);
      result = await runFile(result.name);
      report(result);
    }
    results.push(result);
  }
};
await work(files.filter((name) => name === ALONE));
const others = files.filter((name) => name !== ALONE);
await Promise.all(Array.from({ length: FILES_AT_ONCE }, () => work(others)));

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const bad = results.filter((result) => result.problem);
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];

print('');
if (files.length === 0)
  print(
    words.length > 0
      ? `No test file matches ${words.join(', ')}.`
      : 'There are no compiled tests in dist; run: npm run build',
  );
// Repeated at the end: a log that is cut still says what failed.
for (const { name, output } of unstable) print(`${name}, first attempt\n${failuresIn(output)}\n`);
for (const { name, output } of bad) print(`${name}\n${failuresIn(output)}\n`);
if (bad.length > 0)
  print(`Files with failures:\n${bad.map(({ name, problem }) => `  ${name}: ${problem}`).join('\n')}`);
if (unstable.length > 0) print(`Files that got a second attempt: ${unstable.map(({ name }) => name).join(', ')}`);
if (requireAll && skipped > 0) print('RECOLLECT_TEST_REQUIRE_ALL=1 allows no skipped test.');
if (stopping) print('Stopped before the end.');
print(`${passed} passed, ${failed} failed, ${skipped} skipped`);

if (!process.exitCode) process.exitCode = failed > 0 || passed === 0 || (requireAll && skipped > 0) ? 1 : 0;
