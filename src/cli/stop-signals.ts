const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof SIGNALS;

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  readonly received: Promise<Signal>;
}

/** The first signal asks for a stop in good order; a second one ends the process at once. */
export function stopSignals(): StopSignals {
  const controller = new AbortController();
  const received = new Promise<Signal>((resolve) => {
    for (const name of Object.keys(SIGNALS) as Signal[]) {
      process.on(name, () => {
        if (controller.signal.aborted) process.exit(128 + SIGNALS[name]);
        controller.abort(new Error(`stopped by ${name}`));
        resolve(name);
      });
    }
  });
  return { signal: controller.signal, received };
}
