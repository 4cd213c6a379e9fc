import { VERSION } from '../version.js';
import { EXIT, Failure } from './failure.js';

/** Writes the reference, or with `check` only says whether it is up to date. */
export async function reference(out: string, check: boolean): Promise<number> {
  const { writeReference } = await import('../edge/reference.js');
  const { operations } = await import('../catalog.js');
  const drifted = await writeReference(out, { check, operations, version: VERSION });
  if (check && drifted.length > 0) {
    throw new Failure(
      `${out} is out of date (${drifted.join(', ')}): run recollect reference --out ${out} to renew it.`,
    );
  }
  process.stdout.write(drifted.length > 0 ? `Wrote ${drifted.join(', ')} to ${out}\n` : `${out} is up to date\n`);
  return EXIT.ok;
}
