// `npm run test:image`: builds the Dockerfile without Docker, with this machine's system as the base image, and starts the result as a container
// would: its own root, read-only except for /data and /tmp, an ordinary user, no network. Needs root on Linux; takes a minute or two.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, type Stage, stages } from '../test/deploy/dockerfile.js';
import { FIRST_CALLS, Image, listOf, must } from '../test/deploy/image.js';

const USER = 1000;
/** The most megabytes of the image without its base; more is a mistake, such as the binaries of other platforms. */
const MAX_MEGABYTES = 160;
/** What the base image provides. */
const BASE = ['bin', 'etc', 'lib', 'lib64', 'sbin', 'usr', 'dev', 'proc', 'sys'];

const print = (text: string) => process.stdout.write(`${text}\n`);

/** The size in megabytes of everything under a folder. */
function megabytes(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size / 1e6;
  return readdirSync(path).reduce((sum, name) => sum + megabytes(join(path, name)), 0);
}

const quoted = (words: string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** Inside its own mount and network namespace. */
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
  if (size > MAX_MEGABYTES) throw new Error(`That is more than ${MAX_MEGABYTES} MB.`);
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
