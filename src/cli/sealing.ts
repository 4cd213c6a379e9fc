import { EXIT } from './failure.js';
import { table } from './output/terminal.js';
import { adminClientOf, asked, print, printJson } from './remote/client.js';
import type { RemoteOptions } from './remote/remote.js';

/** Exits with 1 while a secret is sealed with a key other than the current one, so that scripts can wait for it. */
export async function sealingCommand({ json, ...remote }: RemoteOptions & { json?: boolean }): Promise<number> {
  const found = await asked((await adminClientOf(remote)).events.sealing());
  const { current, pending, unreadable, keys } = found;
  if (json) printJson(found);
  else {
    const noteOf = (id: string | null, known: boolean) =>
      id === current ? 'current' : known ? 'to be sealed again' : 'unknown to the service';
    const rows = keys.map(({ id, secrets, known }) => [id ?? '(no id)', String(secrets), noteOf(id, known)]);
    print(table([['KEY', 'SECRETS', ''], ...rows]).join('\n'));
    if (unreadable > 0)
      print(`No key in RECOLLECT_SEAL_KEY opens ${unreadable} of them: add the key that sealed them.`);
    else if (pending > 0) print(`${pending} are being sealed again: keep the old key until none are left.`);
    else print(`All are sealed by ${current}: other keys can be removed from RECOLLECT_SEAL_KEY.`);
  }
  return pending > 0 ? EXIT.failure : EXIT.ok;
}
