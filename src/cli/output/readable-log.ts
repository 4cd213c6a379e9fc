import type { Colours } from './terminal.js';

const LEVELS = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);
const WARN = 40;
const ERROR = 50;

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

function format(line: Line, colours: Colours): string {
  const { level, time, msg = '', err, pid: _pid, hostname: _hostname, ...fields } = line;
  const name = (LEVELS.get(level) ?? String(level)).padEnd(5);
  const paint = level >= ERROR ? colours.red : level >= WARN ? colours.yellow : colours.dim;
  const details = Object.entries(fields).map(([key, value]) => {
    const text = typeof value === 'string' && !/[\s"]/.test(value) ? value : JSON.stringify(value);
    return `${key}=${text}`;
  });
  const head = `${colours.dim(new Date(time).toTimeString().slice(0, 8))} ${paint(name)} ${msg}`;
  const tail = details.length > 0 ? ` ${colours.dim(details.join(' '))}` : '';
  return `${head}${tail}\n${err ? `${err.stack ?? err.message}\n` : ''}`;
}

/** Turns pino's JSON into readable lines. */
export const readableLog = (write: (text: string) => void, colours: Colours) => ({
  write(json: string) {
    let text = json;
    try {
      text = format(JSON.parse(json) as Line, colours);
    } catch {
      // Not a line of pino's: shown unchanged.
    }
    write(text);
  },
});
