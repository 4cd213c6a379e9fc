// `npm run test:citus [-- --short]`: runs the tests on a Citus cluster of a coordinator and two workers, which it starts and removes. Debian, as
// root. The sources of Citus and the script that builds them are not part of the repository: without ../shared/citus everything is skipped. `--short`
// is what CI runs: a few files, and one round of the campaign. Without it every test file that uses PostgreSQL runs there, and four rounds of the
// campaign. `--campaign`: only the campaign.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const script = join(root, '..', 'shared', 'citus', 'citus.sh');
const short = process.argv.includes('--short');
const onlyCampaign = process.argv.includes('--campaign');
/** Files by words in their path. */
const SHORT = [
  'test/acceptance',
  'events/webhooks/nodes',
  'keys/quota',
  'postgres/distribution',
  'hnsw/maintain',
  'storage/slow-reads',
];

if (process.platform !== 'linux' || !existsSync(script)) {
  console.log('0 passed, 0 failed, 1 skipped: ../shared/citus is not there');
  process.exit(0);
}

const run = (command, args) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const began = Date.now();
const since = (what) => console.log(`── ${what}: ${Math.round((Date.now() - began) / 1000)} s since the start`);

run(script, ['install']);
since('Citus is installed');
// Under /tmp, because the user postgres must be able to access it.
const folder = mkdtempSync('/tmp/recollect-citus.');
let failed = false;
try {
  const url = run(script, ['start', folder]).trim();
  const database = new URL(url).pathname.slice(1);
  const sql = (text) => run('psql', ['-X', '-q', '-o', '/dev/null', '-c', text, url]);
  // Each test creates a schema of 27 distributed tables, with this many shards each.
  sql(`alter database ${database} set citus.shard_count = 4`);
  for (const node of ['n0', 'n1', 'n2']) {
    const data = join(folder, node, 'data');
    // Moving shards needs wal_level = logical. fsync can be off: nothing here loses power, only processes are killed.
    appendFileSync(join(data, 'postgresql.conf'), 'wal_level = logical\nfsync = off\n');
    const restart = ['/usr/lib/postgresql/15/bin/pg_ctl', 'restart', '-w', '-D', data, '-l', join(folder, node, 'log')];
    run('runuser', ['-u', 'postgres', '--', 'env', '-C', '/', ...restart]);
  }
  since(`a cluster runs at ${url}`);
  const env = { ...process.env, RECOLLECT_TEST_DATABASE_URL: url, RECOLLECT_TEST_ENGINE: 'postgres' };
  const node = (...args) => spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status === 0;
  const tests = onlyCampaign || node('scripts/run-tests.mjs', ...(short ? SHORT : []));
  if (!onlyCampaign) since(`tests ${tests ? 'passed' : 'FAILED'}`);
  const campaign = node('dist/campaigns/citus/main.js', folder, short ? '1' : '4');
  since(`campaign ${campaign ? 'passed' : 'FAILED'}`);
  failed = !tests || !campaign;
} finally {
  spawnSync(script, ['stop', folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
