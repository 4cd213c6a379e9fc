// `npm run test:image`: performs the Dockerfile without Docker, with this machine's system in place of the base image, and starts the result as a
// container would: its own root, read-only but for /data and /tmp, an ordinary user, no network. As root on Linux; takes a minute or two.
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { ROOT } from './deploy.test.kit.js';
import { environmentOf, type Instruction, type Stage, stages } from './dockerfile.test.kit.js';

const USER = 1000;
/** Of the image without its base; more is a mistake, such as the binaries of other platforms. */
const MOST_MEGABYTES = 160;
/** What the base image provides. */
const BASE = ['bin', 'etc', 'lib', 'lib64', 'sbin', 'usr', 'dev', 'proc', 'sys'];

const print = (text: string) => process.stdout.write(`${text}\n`);
function must(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** What `npm run` adds would tell the npm inside about this package. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|INIT_CWD)/.test(name)),
);

class Image {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  root = (stage: string) => join(this.#folder, stage);

  perform(stage: Stage): void {
    let workdir = '/';
    const inside = (path: string) => join(this.root(stage.name), resolve(workdir, path));
    for (const one of stage.instructions) {
      if (one.name === 'WORKDIR') {
        workdir = resolve(workdir, one.text);
        mkdirSync(inside('.'), { recursive: true });
      } else if (one.name === 'COPY') this.#copy(one, inside);
      else if (one.name === 'RUN') {
        print(`── ${stage.name}: ${one.text}`);
        must('sh', ['-ec', one.text], { cwd: inside('.'), env: environment });
      }
    }
  }

  #copy({ words, flags }: Instruction, inside: (path: string) => string): void {
    const from = flags.from ? this.root(flags.from) : ROOT;
    const target = words.at(-1) ?? '';
    for (const source of words.slice(0, -1)) {
      const path = join(from, source);
      const intoFolder = !statSync(path).isDirectory() && /\/$|^\.$/.test(target);
      const to = intoFolder ? join(inside(target), basename(source)) : inside(target);
      mkdirSync(dirname(to), { recursive: true });
      // What git ignores lies in other folders than those that are copied, but for compiled files beside the source.
      cpSync(path, to, { recursive: true, verbatimSymlinks: true });
      const owner = Number(flags.chown?.split(':')[0] ?? 0);
      chownSync(to, owner, owner);
    }
  }
}

/** Megabytes of everything under a folder. */
function megabytes(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size / 1e6;
  return readdirSync(path).reduce((sum, name) => sum + megabytes(join(path, name)), 0);
}

const listOf = (stage: Stage, name: string) => {
  const text = stage.instructions.find((one) => one.name === name)?.text ?? '';
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
};
const quoted = (words: string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** A store and a search by meaning, without a network: the models are inside. */
const FIRST_CALLS = `
  const url = 'http://127.0.0.1:' + process.env.PORT;
  const call = async (path, key, body) => {
    const headers = key ? { authorization: 'Bearer ' + key } : {};
    const response = await fetch(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
    if (!response.ok) throw new Error(path + ': ' + response.status + ' ' + await response.text());
    return response.json();
  };
  const { key } = await call('/signup', null, { name: 'image' });
  await call('/memory/store', key, { user_id: 'ada', content: 'Ada prefers window seats on long flights.' });
  for (let tries = 0; ; tries++) {
    const { semantic, results } = await call('/memory/retrieve?user_id=ada&q=Where%20does%20Ada%20like%20to%20sit%3F', key);
    if (semantic && results[0]?.content.includes('window')) break;
    if (tries > 60) throw new Error('The search is not by meaning.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const page = await fetch(url + '/console');
  if (!page.ok || !(await page.text()).includes('<script')) throw new Error('There is no console.');
`;

/** Inside a mount and network namespace of its own. */
function script(root: string, image: Stage): string {
  const env = Object.entries(environmentOf(image)).map(([name, value]) => `${name}=${value}`);
  const inside = `chroot --userspec=${USER}:${USER} ${root} env -i -C /app ${quoted(env)}`;
  const mounts = BASE.filter((name) => existsSync(`/${name}`) && !lstatSync(`/${name}`).isSymbolicLink());
  return `
    ip link set lo up
    mount --bind ${root} ${root}
    ${mounts.map((name) => `mount --rbind /${name} ${root}/${name}`).join('\n    ')}
    mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp
    mount --bind ${root}/data ${root}/data
    mount -o remount,bind,ro ${root}
    if ${inside} touch /app/written 2>/dev/null; then echo 'The root can be written to.'; exit 1; fi
    ${inside} recollect version
    ${inside} ${quoted(listOf(image, 'CMD'))} & service=$!
    for try in $(seq 120); do
      if ${inside} ${quoted(listOf(image, 'HEALTHCHECK'))}; then break; fi
      kill -0 $service; sleep 0.5
      [ $try -lt 120 ]
    done
    echo 'healthy without a network'
    ${inside} node --input-type=module -e ${quoted([FIRST_CALLS])}
    ${inside} recollect jobs >/dev/null
    kill -TERM $service
    wait $service
    echo 'stored, retrieved by meaning, stopped with 0'`;
}

if (process.getuid?.() !== 0) throw new Error('npm run test:image needs root: it changes roots and mounts.');
const folder = mkdtempSync(join(tmpdir(), 'recollect-image-'));
try {
  const all = stages();
  const image = all.at(-1) as Stage;
  const made = new Image(folder);
  for (const stage of all) made.perform(stage);
  const root = made.root(image.name);
  const size = megabytes(root);
  const parts = readdirSync(join(root, 'app')).map(
    (name) => `${name} ${megabytes(join(root, 'app', name)).toFixed(0)} MB`,
  );
  print(`The image without its base: ${size.toFixed(0)} MB (${parts.join(', ')}), ${process.arch}`);
  if (size > MOST_MEGABYTES) throw new Error(`That is more than ${MOST_MEGABYTES} MB.`);
  for (const name of [...BASE, 'tmp']) {
    const link = existsSync(`/${name}`) && lstatSync(`/${name}`).isSymbolicLink() ? readlinkSync(`/${name}`) : null;
    if (link) symlinkSync(link, join(root, name));
    else mkdirSync(join(root, name), { recursive: true });
  }
  const file = join(folder, 'start.sh');
  writeFileSync(file, script(root, image));
  must('unshare', ['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-eu', file]);
  print('The image passes.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
