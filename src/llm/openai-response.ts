import { LanguageModelUnavailable } from './language-model.js';

/** Characters of a response: no request needs a longer one. */
const LONGEST_ANSWER = 20_000;

const refuse = (reason: string) =>
  new LanguageModelUnavailable(`The language model's response is not usable: ${reason}`);

interface Choice {
  message?: { content?: unknown; tool_calls?: unknown };
  finish_reason?: unknown;
}

/** The text of a chat completion. A response that is cut off, refused or not text is a failure: half a sentence is worse than none. */
export function readCompletion(body: unknown): string {
  const { choices } = (body ?? {}) as { choices?: unknown };
  if (!Array.isArray(choices) || choices.length === 0) throw refuse('it has no `choices`');
  const { message, finish_reason: end } = (choices[0] ?? {}) as Choice;
  const content = message?.content;
  if (typeof content !== 'string') throw refuse('it is not text');
  if (typeof end === 'string' && end !== 'stop')
    throw refuse(end === 'length' ? 'it was cut off' : 'it did not end by itself');
  const text = content.trim();
  if (text === '') throw refuse('it is empty');
  if (text.length > LONGEST_ANSWER) throw refuse('it is too long');
  if (/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\n\r\t]/g, ''))) throw refuse('it is not text');
  return text;
}
