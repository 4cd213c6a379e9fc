// Bundles the entries of SQLite's threads and of the compute threads, over what the compiler wrote: a thread then loads one file instead of
// hundreds.
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { noticesOf } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src');

/** What src/feature-statements.ts looks for when it runs, written out. */
const featureStatements = {
  name: 'feature-statements',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]feature-statements\.ts$/ }, () => {
      const files = readdirSync(join(source, 'features'), { recursive: true })
        .map((name) => name.split(sep).join('/'))
        .filter((name) => /^[^/]+\/sql\/[\w-]+\.ts$/.test(name))
        .sort();
      return { contents: files.map((name) => `import './features/${name}';`).join('\n'), loader: 'ts' };
    });
  },
};

const { outputFiles, metafile } = await build({
  entryPoints: ['sqlite-thread.ts', 'compute-thread.ts'].map((name) => join(source, name)),
  outdir: join(root, 'dist', 'src'),
  ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', sourcemap: true, sourcesContent: false },
  ...{ legalComments: 'none', charset: 'utf8', tsconfig: join(root, 'tsconfig.json'), logLevel: 'warning' },
  plugins: [featureStatements],
  ...{ write: false, metafile: true, absWorkingDir: root },
  // Its binary must be found beside it.
  external: ['@photostructure/sqlite'],
});

// Written beside the target and then renamed: a thread that starts meanwhile finds either the old file or the new one.
const replace = (path, contents) => {
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
};
for (const { path, contents } of outputFiles) replace(path, contents);
replace(join(root, 'dist', 'src', 'licences.txt'), noticesOf(metafile, root));
