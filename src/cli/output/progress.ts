import type { Colours } from './terminal.js';

interface Progress {
  file: string;
  /** Bytes. */
  received: number;
  /** Bytes; null if unknown. */
  total: number | null;
  /** Where it comes from, or what is being done with it. */
  source: string;
}

interface Stream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
/** Shortest interval between redraws on a terminal, in milliseconds. */
const REDRAW = 100;
/** Elsewhere a line is written each time this much more of a file has arrived. */
const LINE_EVERY_PERCENT = 25;
/** Bytes; smaller files get a single line. */
const SMALL = 5e6;

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
const amount = ({ received, total }: Progress) =>
  total === null ? `${megabytes(received)} MB` : `${megabytes(received)} of ${megabytes(total)} MB`;

interface ProgressBar {
  show(progress: Progress): void;
  /** Leaves the terminal clean. */
  end(): void;
}

function onTerminal(stream: Stream, colours: Colours): ProgressBar {
  let drawnAt = 0;
  return {
    show(progress) {
      const complete = progress.received === progress.total;
      if (!complete && Date.now() - drawnAt < REDRAW) return;
      drawnAt = Date.now();
      const share = progress.total ? Math.min(1, progress.received / progress.total) : 0;
      const filled = Math.round(share * BAR_WIDTH);
      const bar = '█'.repeat(filled) + colours.dim('░'.repeat(BAR_WIDTH - filled));
      stream.write(`\r\x1b[K${bar} ${amount(progress)}  ${progress.file} (${progress.source})`);
    },
    end() {
      if (drawnAt > 0) stream.write('\r\x1b[K');
    },
  };
}

function asLines(stream: Stream): ProgressBar {
  const printed = new Map<string, number>();
  return {
    show(progress) {
      const { received, total } = progress;
      const percent = total !== null && total > SMALL ? (received / total) * 100 : 0;
      const step = Math.floor(percent / LINE_EVERY_PERCENT);
      if ((printed.get(progress.file) ?? -1) >= step) return;
      printed.set(progress.file, step);
      stream.write(`downloading ${progress.file} from ${progress.source}: ${amount(progress)}\n`);
    },
    end() {},
  };
}

/** A bar on a terminal, a few plain lines otherwise. */
export const progressBar = (stream: Stream, colours: Colours): ProgressBar =>
  stream.isTTY ? onTerminal(stream, colours) : asLines(stream);
