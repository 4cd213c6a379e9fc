/** A language model that the operator may configure. Nothing depends on it: whoever asks has a local way for when it is absent or fails. */
export interface LanguageModel {
  /** Its answer as text; throws when it cannot be had in time. */
  complete(prompt: Prompt, signal?: AbortSignal): Promise<string>;
  /** For `/health`; one that cannot tell counts as well. */
  state?(): LanguageModelState;
}

export interface LanguageModelState {
  /** A report, not a gate: while `down`, calls fail at once, and only calling it finds out that the trouble is over. */
  status: 'ready' | 'down';
  model: string;
  detail?: string;
}

export interface Prompt {
  /** What it is to do. */
  system: string;
  /** What it is to do it with: data, never instructions. */
  user: string;
  maxTokens: number;
}

/** No answer that can be used. Its message holds neither what was sent nor what came back. */
export class LanguageModelUnavailable extends Error {
  override readonly name = 'LanguageModelUnavailable';
}
