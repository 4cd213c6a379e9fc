// Compiles the TypeScript sources and bundles the threads and the console if dist is missing or older than they are; prints nothing if it is up to
// date.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const SOURCE_FOLDERS = ['src', 'test', 'campaigns', 'acceptance', 'bench', 'examples'];
const BUNDLERS = ['build-threads.mjs', 'build-console.mjs'];
// A bundle contains packages.
const SETTINGS = [
  ...['tsconfig.json', 'package.json', 'package-lock.json', 'scripts/notices.mjs'],
  ...BUNDLERS.map((name) => `scripts/${name}`),
];
const buildInfo = join(dist, '.tsbuildinfo');
// Not the date of .tsbuildinfo: `tsc --noEmit` and a compilation with errors also update that file.
const stamp = join(dist, '.built');
// Bundled, not compiled: its files have no individual output.
const consoleSources = join(root, 'src', 'console');
const consolePage = join(dist, 'console', 'index.html');
const lock = join(dist, '.building');
// A compilation takes seconds; a lock this old belongs to a machine or a container that no longer exists.
const LOCK_MAX_AGE_MS = 5 * 60_000;
// The time between creating the lock and writing the owner's id into it.
const LOCK_UNSIGNED_MS = 5_000;

const say = (line) => process.stderr.write(`${line}\n`);

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

const sources = () => SOURCE_FOLDERS.flatMap((folder) => filesIn(join(root, folder)));

/** The compiled file of a source, or undefined if it has none. */
function outputOf(source) {
  if (source.startsWith(`${consoleSources}${sep}`)) return undefined;
  if (/\.d\.[cm]?ts$/.test(source) || !/\.[cm]?tsx?$/.test(source)) return undefined;
  return join(dist, relative(root, source).replace(/\.([cm]?)tsx?$/, '.$1js'));
}

/** Compiled files whose source was renamed or removed: a test among them would keep running. */
function orphans() {
  return SOURCE_FOLDERS.flatMap((folder) => filesIn(join(dist, folder))).filter((file) => {
    const compiled = /(?:\.d\.([cm]?)ts|\.([cm]?)js)(?:\.map)?$/.exec(file);
    if (!compiled) return false;
    const kind = compiled[1] ?? compiled[2];
    const base = join(root, relative(dist, file.slice(0, compiled.index)));
    return ![`${base}.${kind}ts`, `${base}.${kind}tsx`, join(root, relative(dist, file))].some(existsSync);
  });
}

const hasMissingOutput = () => sources().some((source) => !existsSync(outputOf(source) ?? source));

function isStale() {
  if (!existsSync(stamp) || !existsSync(consolePage) || hasMissingOutput() || orphans().length > 0) return true;
  const builtAt = statSync(stamp).mtimeMs;
  return [...sources(), ...SETTINGS.map((name) => join(root, name))].some((file) => {
    // The change time too: a file that is moved or copied into place keeps its old modification time.
    const { mtimeMs, ctimeMs } = statSync(file);
    return Math.max(mtimeMs, ctimeMs) > builtAt;
  });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isAbandoned() {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    const pid = Number(readFileSync(lock, 'utf8'));
    return age > LOCK_MAX_AGE_MS || (pid ? !isAlive(pid) : age > LOCK_UNSIGNED_MS);
  } catch {
    return false;
  }
}

async function takeLock() {
  mkdirSync(dist, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) rmSync(lock, { force: true });
    else await sleep(100);
  }
}

function compilerPath() {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
    return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.tsc);
  } catch {
    return undefined;
  }
}

function run(command) {
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 2, 2] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      say(`The compiler did not start: ${error.message}`);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

async function compile() {
  const compiler = compilerPath();
  if (!compiler) {
    say('The sources are newer than dist and TypeScript is not installed; run: npm ci');
    return false;
  }
  for (const file of orphans()) rmSync(file, { force: true });
  // The compiler trusts its build info and would not rewrite a missing file.
  if (hasMissingOutput()) rmSync(buildInfo, { force: true });
  say('Compiling…');
  const startedAt = new Date();
  // Through node and not through .bin, which is a shell script on some systems; to stderr, because stdout belongs to the program that starts
  // afterwards.
  let succeeded = await run([compiler, '-p', root]);
  for (const name of BUNDLERS) succeeded &&= await run([join(root, 'scripts', name)]);
  if (succeeded) {
    writeFileSync(stamp, '');
    // A file saved while the compiler ran must count as newer.
    utimesSync(stamp, startedAt, startedAt);
  }
  return succeeded;
}

if (existsSync(join(root, 'src')) && isStale()) {
  await takeLock();
  try {
    if (isStale() && !(await compile())) process.exitCode = 1;
  } finally {
    rmSync(lock, { force: true });
  }
}
