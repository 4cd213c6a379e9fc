// Runs before the install scripts of packages: onnxruntime-node ships libraries for five systems (290 MB) and then downloads a CUDA build, which we
// do not use, from a server that many machines cannot reach; there the whole install fails. This removes the libraries for other systems, and the
// download. See docs/decisions/0009-onnxruntime-is-trimmed.md.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

try {
  const folder = dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'));
  const binaries = join(folder, 'bin');
  for (const path of readdirSync(binaries, { recursive: true })) {
    const [, platform, cpu, ...file] = path.split(/[\\/]/);
    if (cpu === undefined || file.length > 0 || (platform === process.platform && cpu === process.arch)) continue;
    rmSync(join(binaries, path), { recursive: true, force: true });
  }
  writeFileSync(join(folder, 'script', 'install.js'), '// Nothing is fetched: the CPU build is here.\n');
} catch {
  // A different layout, or a package manager that keeps packages elsewhere: then it stays at its full size.
}
