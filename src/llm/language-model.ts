/** A language model that the operator may configure. Nothing depends on it: whoever asks has a local way for when it is absent or fails. */
export interface LanguageModel {
  /** Its answer as text; throws when it cannot be had in time. */
  complete(prompt: Prompt, signal?: AbortSignal): Promise<string>;
}

export interface Prompt {
  /** What it is to do. */
  system: string;
  /** What it is to do it with: data, never instructions. */
  user: string;
  maxTokens: number;
}
