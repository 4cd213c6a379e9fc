/** A language model that the operator may configure. Nothing depends on it: every caller has a local fallback for when it is absent or fails. */
export interface LanguageModel {
  /** Returns the completion as text; throws if it does not arrive in time. */
  complete(prompt: Prompt, signal?: AbortSignal): Promise<string>;
  /** For `/health`; a model without it counts as healthy. */
  state?(): LanguageModelState;
}

export interface LanguageModelState {
  /** A report, not a gate: while `down`, calls fail immediately, and only a call can find out that the model has recovered. */
  status: 'ready' | 'down';
  model: string;
  detail?: string;
}

export interface Prompt {
  /** The instructions. */
  system: string;
  /** What the instructions apply to: data, never instructions. */
  user: string;
  maxTokens: number;
}

/** No usable response. The message contains neither what was sent nor what came back. */
export class LanguageModelUnavailable extends Error {
  override readonly name = 'LanguageModelUnavailable';
}
