import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EXIT, Failure } from './failure.js';
import { amounts } from './output/amounts.js';
import { Counter } from './output/counter.js';
import { callRemote, type Remote, type RemoteOptions, remoteOf } from './remote/remote.js';
import { stopSignals } from './stop-signals.js';

export interface ExportOptions extends RemoteOptions {
  userId?: string;
  agentId?: string;
  format?: string;
  out?: string;
}

/** How each format ends, with the number of memories and the counts per kind: an export that does not end like this is incomplete. */
const ENDS: Record<string, RegExp> = {
  json: /"count":(\d+)(?:,"counts":(\{[^{}]*\}))?\}\n$/,
  ndjson: /"type":"end","count":(\d+)(?:,"counts":(\{[^{}]*\}))?\}\n$/,
  markdown: /End of the export: (\d+) memor(?:y|ies)\.\n$/,
  user: /"counts":(?=\{"memories":(\d+))(\{[^{}]*\})\}\n$/,
};
const TAIL_BYTES = 500;
const NEWLINE = 0x0a;

/** The format implied by the file name. */
const formatOf = (out: string | undefined) =>
  /\.(ndjson|jsonl)$/i.test(out ?? '') ? 'ndjson' : /\.(md|markdown)$/i.test(out ?? '') ? 'markdown' : 'json';

export const exportCommand = (options: ExportOptions): Promise<number> =>
  exportFrom(remoteOf(options), '/memory/export', options);

/** `whole`: the response is everything about one user. */
export async function exportFrom(
  remote: Remote,
  path: string,
  options: Omit<ExportOptions, keyof RemoteOptions>,
  whole = false,
): Promise<number> {
  const format = options.format ?? (whole ? 'json' : formatOf(options.out));
  const { signal } = stopSignals();
  const query = { user_id: options.userId, agent_id: options.agentId, format };
  const response = await callRemote(remote, { method: 'GET', path, query, signal });
  const counter = new Counter(process.stderr, 'Exported');
  const meter = new Meter(counter, format !== 'markdown');
  const write = async (to: Writable) => {
    await pipeline(response, meter, to, { signal, end: to !== process.stdout });
    const [, memories, counts] = ENDS[whole ? 'user' : format]?.exec(meter.tail) ?? [];
    if (memories === undefined) throw new Failure('The export ended before it was complete.');
    return amounts({ ...(counts ? JSON.parse(counts) : {}), memories: Number(memories) });
  };
  try {
    const what = await (options.out === undefined ? write(process.stdout) : toFile(options.out, write));
    counter.end();
    process.stderr.write(`Exported ${what} in ${counter.seconds.toFixed(1)} s.\n`);
    return EXIT.ok;
  } catch (error) {
    counter.end();
    const because =
      error instanceof Failure || signal.aborted
        ? error
        : new Failure(`The export was interrupted: ${(error as Error).message}`, { cause: error });
    throw signal.aborted ? new Failure('The export was stopped.') : because;
  }
}

/** The file appears under its name either complete or not at all: it is written next to it and then renamed. */
async function toFile(out: string, write: (to: Writable) => Promise<string>): Promise<string> {
  const path = resolve(out);
  const part = `${path}.${process.pid}.part`;
  try {
    const what = await write(createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    const file = await open(part, 'r+');
    await file.sync().finally(() => file.close());
    await rename(part, path);
    return what;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Counts what passes through and remembers the tail. */
class Meter extends Transform {
  #tail = Buffer.alloc(0);
  constructor(
    readonly counter: Counter,
    readonly hasLines: boolean,
  ) {
    super();
  }
  get tail(): string {
    return this.#tail.toString();
  }
  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    let lines = 0;
    if (this.hasLines) for (let i = chunk.indexOf(NEWLINE); i >= 0; i = chunk.indexOf(NEWLINE, i + 1)) lines++;
    this.counter.add(lines, chunk.length);
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    done(null, chunk);
  }
}
