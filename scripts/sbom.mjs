// `npm run sbom`: prints the contents of an installation of the service, from the lock file, as CycloneDX.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const sbom = JSON.parse(execFileSync('npm', ['sbom', ...options], { cwd: root, maxBuffer: 1e8 }));

// `--omit dev` would also leave out packages that both the service and a development dependency need (pg, zod).
const { name, workspaces } = json('package.json');
const own = workspaces.map((folder) => json(`${folder}/package.json`)).map((one) => `${one.name}@${one.version}`);
const isForDevelopment = ({ properties }) => properties.some((one) => one.name === 'cdx:npm:package:development');
sbom.components = sbom.components.filter((one) => !isForDevelopment(one) && !own.includes(one['bom-ref']));
const kept = new Set([sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
// npm uses the name of the folder.
sbom.metadata.component.name = name;
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
