// Bundles the entries of the worker threads over what the compiler wrote: a thread then loads one file instead of several hundred.
import { readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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

await build({
  entryPoints: ['sqlite-thread.ts', 'compute-thread.ts'].map((name) => join(source, name)),
  outdir: join(root, 'dist', 'src'),
  ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', sourcemap: true, sourcesContent: false },
  ...{ legalComments: 'none', charset: 'utf8', tsconfig: join(root, 'tsconfig.json'), logLevel: 'warning' },
  plugins: [featureStatements],
  // Its binary must be found beside it.
  external: ['@photostructure/sqlite'],
});
