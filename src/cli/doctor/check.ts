export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** What was found. */
  readonly detail: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const good = (name: string, detail: string): CheckResult => ({ name, ok: true, detail });
export const bad = (name: string, detail: string, advice: string): CheckResult => ({ name, ok: false, detail, advice });
