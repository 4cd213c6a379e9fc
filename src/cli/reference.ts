import { VERSION } from '../version.js';
import { EXIT, Failure } from './failure.js';

export interface ReferenceTargets {
  out: string;
  /** File of the TypeScript client. */
  client?: string;
  /** File of the Python client. */
  python?: string;
  check?: boolean;
}

/** Writes the reference and, if asked, the generated part of the clients; with `check`, only reports whether they are up to date. */
export async function reference({ out, client, python, check = false }: ReferenceTargets): Promise<number> {
  const { writeClient, writePython, writeReference } = await import('../edge/reference/reference.js');
  const { operations } = await import('../catalog.js');
  const options = { check, operations, version: VERSION };
  const drifted = await writeReference(out, options);
  if (client !== undefined) drifted.push(...(await writeClient(client, options)));
  if (python !== undefined) drifted.push(...(await writePython(python, options)));
  if (check && drifted.length > 0) {
    throw new Failure(
      `${out} is out of date (${drifted.join(', ')}): run recollect reference --out ${out} to update it.`,
    );
  }
  process.stdout.write(drifted.length > 0 ? `Wrote ${drifted.join(', ')} to ${out}\n` : `${out} is up to date\n`);
  return EXIT.ok;
}
