// Copies the compiled client and adapters to packages/client/dist, without tests and source maps. Run `npm run build` first.
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'packages', 'client', 'dist');
rmSync(target, { recursive: true, force: true });
for (const part of ['client', 'adapters']) {
  const filter = (path) => !/\.test\.|\.map$/.test(path);
  cpSync(join(root, 'dist', 'src', part), join(target, part), { recursive: true, filter });
}
