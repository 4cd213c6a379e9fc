import { existsSync, readFileSync } from 'node:fs';

const STAT = '/proc/stat';
/** The index of steal time in the first line of `/proc/stat`. */
const STOLEN = 7;

function times(): { stolen: number; all: number } {
  if (!existsSync(STAT)) return { stolen: 0, all: 0 };
  const [, ...fields] = (readFileSync(STAT, 'utf8').split('\n')[0] ?? '').split(/ +/).map(Number);
  return { stolen: fields[STOLEN] ?? 0, all: fields.slice(0, STOLEN + 1).reduce((sum, field) => sum + field, 0) };
}

/** Starts now; the returned function gives the share of all CPU time since then that went to other machines of the host. */
export function stolenShare(): () => number {
  const began = times();
  return () => {
    const now = times();
    return (now.stolen - began.stolen) / Math.max(1, now.all - began.all);
  };
}
