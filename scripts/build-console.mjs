// Bundles src/console into dist/console: index.html, and files with hashed names under assets/, each also compressed with brotli and gzip, so that
// the service never compresses them itself.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { noticesOf } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src', 'console');
const target = join(root, 'dist', 'console');
const address = '/console/assets/';

// A worker is a separate file, loaded when the graph is drawn; the page knows it by its hashed name.
const layout = await build({
  entryPoints: [join(source, 'screens', 'graph', 'layout-worker.ts')],
  ...{ bundle: true, write: false, format: 'esm', target: 'es2022', minify: true, legalComments: 'none' },
  ...{ tsconfig: join(source, 'tsconfig.json'), logLevel: 'warning', metafile: true, absWorkingDir: root },
});
const worker = { name: 'layout.js', bytes: Buffer.from(layout.outputFiles[0].contents) };

const { outputFiles, metafile } = await build({
  entryPoints: [join(source, 'main.tsx')],
  bundle: true,
  write: false,
  outdir: target,
  format: 'esm',
  // Modules imported on demand are separate files, named by esbuild with a hash.
  splitting: true,
  chunkNames: '[name]-[hash]',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  tsconfig: join(source, 'tsconfig.json'),
  logLevel: 'warning',
  ...{ metafile: true, absWorkingDir: root },
  define: { LAYOUT_WORKER: JSON.stringify(`${address}${hashed(worker.name, worker.bytes)}`) },
});

const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), bytes: Buffer.from(contents) }));
files.push({ name: 'icon.svg', bytes: readFileSync(join(source, 'icon.svg')) });

function hashed(name, bytes) {
  if (/-[0-9A-Z]{8}\.js$/.test(name)) return name;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  return name.replace('.', `-${hash}.`);
}
const written = (path, bytes) => {
  writeFileSync(path, bytes);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
};

files.push(worker);
// Built beside the target and then moved: a service that starts meanwhile finds either the old one or the new one.
const made = `${target}.${process.pid}`;
mkdirSync(join(made, 'assets'), { recursive: true });
const manifest = {};
let page = readFileSync(join(source, 'index.html'), 'utf8');
for (const { name, bytes } of files) {
  manifest[name] = `assets/${hashed(name, bytes)}`;
  written(join(made, manifest[name]), bytes);
  page = page.replaceAll(`{{${name}}}`, `${address}${hashed(name, bytes)}`);
}
if (page.includes('{{')) throw new Error('index.html names a file that was not built');
written(join(made, 'index.html'), Buffer.from(page));
const inputs = { ...metafile.inputs, ...layout.metafile.inputs };
writeFileSync(join(made, 'licences.txt'), noticesOf({ inputs }, root));
writeFileSync(join(made, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
rmSync(target, { recursive: true, force: true });
renameSync(made, target);
