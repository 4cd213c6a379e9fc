const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
type Signal = (typeof SIGNALS)[number];

/** Milliseconds. Ctrl-C under `npm start` arrives twice: from the terminal, and forwarded by npm. */
const SAME_SIGNAL = 1_000;

interface StopSignals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  readonly received: Promise<Signal>;
}

/** The first signal requests an orderly stop; a later one ends the process at once. */
export function stopSignals(): StopSignals {
  const controller = new AbortController();
  let firstAt = 0;
  const received = new Promise<Signal>((resolve) => {
    for (const name of SIGNALS) {
      process.on(name, () => {
        if (!controller.signal.aborted) {
          firstAt = performance.now();
          controller.abort(new Error(`stopped by ${name}`));
          resolve(name);
        } else if (performance.now() - firstAt > SAME_SIGNAL) {
          // `process.exit` would cut off threads in native code, which crashes. Nothing acknowledged is lost this way.
          process.kill(process.pid, 'SIGKILL');
        }
      });
    }
  });
  return { signal: controller.signal, received };
}
