import { readResponse } from '../../../client/transport.js';

export interface Saved {
  bytes: number;
  lines: number;
}
export interface Sink {
  /** Where the data is held until the sink is closed. */
  kind: 'file' | 'memory';
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file and delivers it. */
  close(): Promise<void>;
  /** Discards everything written. */
  abort(): Promise<void>;
}

interface Picking {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<{
    createWritable(): Promise<{
      write(bytes: Uint8Array): Promise<void>;
      close(): Promise<void>;
      abort(): Promise<void>;
    }>;
  }>;
}

/** Whether the browser can write to a file that the person chooses while the response arrives. */
export const canStream = (): boolean => typeof (window as Picking).showSaveFilePicker === 'function';

/** A file that the person chooses; if the browser does not support that, memory and then a download. */
export async function sinkFor(name: string, type: string): Promise<Sink> {
  const handle = await (window as Picking).showSaveFilePicker?.({ suggestedName: name });
  if (handle) {
    const file = await handle.createWritable();
    return {
      kind: 'file',
      write: (bytes) => file.write(bytes),
      close: () => file.close(),
      abort: () => file.abort(),
    };
  }
  let parts: BlobPart[] = [];
  return {
    kind: 'memory',
    async write(bytes) {
      parts.push(bytes as BlobPart);
    },
    async close() {
      download(new Blob(parts, { type }), name);
      parts = [];
    },
    async abort() {
      parts = [];
    },
  };
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const NEWLINE = 0x0a;
/** The last line of a JSON lines export is short. */
const TAIL_BYTES = 4_096;

/** Streams a response into a sink. Also returns the last bytes, which show whether the response is complete. */
export async function save(
  address: string,
  sink: Sink,
  passed: (so: Saved) => void,
  signal: AbortSignal,
): Promise<Saved & { tail: string }> {
  const response = await fetch(address, { credentials: 'same-origin', signal });
  if (!response.ok) await readResponse(response);
  const reader = response.body?.getReader();
  if (!reader) throw new Error('The response has no body.');
  const so: Saved = { bytes: 0, lines: 0 };
  let tail = new Uint8Array();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    await sink.write(value);
    so.bytes += value.length;
    for (let at = value.indexOf(NEWLINE); at >= 0; at = value.indexOf(NEWLINE, at + 1)) so.lines++;
    tail = new Uint8Array([...tail.slice(-TAIL_BYTES), ...value.slice(-TAIL_BYTES)]);
    passed({ ...so });
  }
  return { ...so, tail: new TextDecoder().decode(tail) };
}

/** The summary at the end of a JSON lines export; undefined if the export was cut off. */
export function endOf(tail: string): Record<string, number> | undefined {
  const last = tail.trimEnd().split('\n').at(-1) ?? '';
  try {
    const line = JSON.parse(last) as { type?: string; counts?: Record<string, number> };
    return line.type === 'end' ? (line.counts ?? {}) : undefined;
  } catch {
    return undefined;
  }
}
