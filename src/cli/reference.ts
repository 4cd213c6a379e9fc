import { VERSION } from '../version.js';
import { EXIT, Failure } from './failure.js';

/** Writes the reference and, when asked, the client's types; with `check` only says whether they are up to date. */
export async function reference(out: string, check: boolean, client?: string): Promise<number> {
  const { writeClient, writeReference } = await import('../edge/reference.js');
  const { operations } = await import('../catalog.js');
  const drifted = await writeReference(out, { check, operations, version: VERSION });
  if (client !== undefined) drifted.push(...(await writeClient(client, { check, operations, version: VERSION })));
  if (check && drifted.length > 0) {
    throw new Failure(
      `${out} is out of date (${drifted.join(', ')}): run recollect reference --out ${out} to renew it.`,
    );
  }
  process.stdout.write(drifted.length > 0 ? `Wrote ${drifted.join(', ')} to ${out}\n` : `${out} is up to date\n`);
  return EXIT.ok;
}
