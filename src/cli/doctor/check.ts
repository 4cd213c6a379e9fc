export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** What was found. */
  readonly detail: string;
  /** It works, but not as well as it should. */
  readonly warning?: true;
  /** What to do about it. */
  readonly advice?: string;
}

export const good = (name: string, detail: string): CheckResult => ({ name, ok: true, detail });
export const warning = (name: string, detail: string, advice: string): CheckResult => ({
  ...{ name, ok: true, warning: true, detail, advice },
});
export const bad = (name: string, detail: string, advice: string): CheckResult => ({ name, ok: false, detail, advice });
