// Prints the version of this release if everything that states it agrees and the changelog has it; otherwise what does not. With --released the
// changelog must also have its date.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const textOf = (path) => readFileSync(join(root, path), 'utf8');
const { name, version, mcpName } = JSON.parse(textOf('package.json'));
const server = JSON.parse(textOf('server.json'));
const problems = [];
const expect = (where, found, expected = version) => {
  if (found !== expected) problems.push(`${where} is ${found ?? 'missing'}, but must be ${expected}`);
};
const find = (path, pattern) => pattern.exec(textOf(path))?.[1];

expect('packages/client/package.json', JSON.parse(textOf('packages/client/package.json')).version);
expect('packages/python', find('packages/python/src/recollect/_version.py', /__version__ = "(.+)"/));
expect('package-lock.json', JSON.parse(textOf('package-lock.json')).version);
expect('server.json: version', server.version);
expect('server.json: packages[0].version', server.packages[0].version);
expect('server.json: packages[0].identifier', server.packages[0].identifier, name);
expect('server.json: name', server.name, mcpName);
expect('Chart.yaml: version', find('deploy/helm/recollect/Chart.yaml', /^version: (.+)$/m));
expect('Chart.yaml: appVersion', find('deploy/helm/recollect/Chart.yaml', /^appVersion: (.+)$/m));
for (const store of ['sqlite', 'postgres'])
  expect(`compose.${store}.yaml`, find(`deploy/compose.${store}.yaml`, /image: recollect:(.+)/));

const heading = textOf('CHANGELOG.md')
  .split('\n')
  .find((line) => line.startsWith(`## [${version}]`));
if (!heading) problems.push(`CHANGELOG.md has no section ## [${version}]`);
else if (process.argv.includes('--released') && !/ – \d{4}-\d\d-\d\d$/.test(heading))
  problems.push(`CHANGELOG.md must have the date of the release: ## [${version}] – YYYY-MM-DD`);

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${version}\n`);
