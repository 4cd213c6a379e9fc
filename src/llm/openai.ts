import { CircuitBreaker } from '../kernel/breaker.js';
import { type Clock, systemClock } from '../kernel/clock.js';
import { type Endpoint, EndpointFailure, postTo } from '../kernel/endpoint.js';
import { type Log, silentLog } from '../kernel/log.js';
import {
  type LanguageModel,
  type LanguageModelState,
  LanguageModelUnavailable,
  type Prompt,
} from './language-model.js';
import { readCompletion } from './openai-response.js';

/** Milliseconds per call: a summary of some hundred words takes a hosted model about five seconds, and somebody may be waiting. */
const CALL_TIMEOUT = 15_000;
/** Bytes of a response, with everything that servers add to the text. */
const LONGEST_BODY = 1024 * 1024;

export interface OpenAiOptions extends Pick<Endpoint, 'url' | 'apiKey' | 'pause'> {
  model: string;
  /** Milliseconds; default `CALL_TIMEOUT`. */
  timeout?: number;
  clock?: Clock;
  log?: Log;
}

/** Newer OpenAI models use another name for the limit and accept no temperature; most other servers know only the older form. */
type Form = 'classic' | 'newer';

/** Any endpoint that speaks OpenAI's `POST /chat/completions`. */
export class OpenAiLanguageModel implements LanguageModel {
  readonly #endpoint: Endpoint;
  readonly #model: string;
  readonly #log: Log;
  readonly #breaker: CircuitBreaker;
  #form: Form = 'classic';

  constructor({ model, clock = systemClock, log = silentLog, timeout = CALL_TIMEOUT, ...place }: OpenAiOptions) {
    this.#endpoint = { ...place, name: 'language-model endpoint', timeout, maxResponseBytes: LONGEST_BODY };
    this.#model = model;
    this.#log = log;
    this.#breaker = new CircuitBreaker(clock);
  }

  async complete(prompt: Prompt, signal?: AbortSignal): Promise<string> {
    if (!this.#breaker.enter())
      throw new LanguageModelUnavailable(`The language model is unavailable: ${this.#breaker.open}`);
    try {
      const completion = readCompletion(await this.#ask(prompt, signal));
      this.#breaker.succeeded();
      return completion;
    } catch (error) {
      throw this.#failed(error, signal);
    }
  }

  state(): LanguageModelState {
    const detail = this.#breaker.open;
    return { status: detail === undefined ? 'ready' : 'down', model: this.#model, ...(detail ? { detail } : {}) };
  }

  async #ask(prompt: Prompt, signal?: AbortSignal): Promise<unknown> {
    const form = this.#form;
    try {
      return await this.#post(prompt, form, signal);
    } catch (error) {
      if (!(error instanceof EndpointFailure && error.refused)) throw error;
      const other: Form = form === 'classic' ? 'newer' : 'classic';
      const body = await this.#post(prompt, other, signal);
      this.#form = other;
      return body;
    }
  }

  #post({ system, user, maxTokens }: Prompt, form: Form, signal?: AbortSignal): Promise<unknown> {
    const limits =
      form === 'classic' ? { max_tokens: maxTokens, temperature: 0 } : { max_completion_tokens: maxTokens };
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    return postTo(this.#endpoint, '/chat/completions', { model: this.#model, messages, ...limits }, signal);
  }

  /** A caller that left says nothing about the model's health; one that waited as long as it could does, and so does an invalid response. */
  #failed(error: unknown, signal: AbortSignal | undefined): LanguageModelUnavailable {
    const left = signal?.aborted === true && (signal.reason as Error | undefined)?.name !== 'TimeoutError';
    const known = error instanceof EndpointFailure || error instanceof LanguageModelUnavailable;
    const reason = known ? error.message : 'The language-model endpoint could not be called';
    if (left || (error instanceof EndpointFailure && error.refused)) this.#breaker.ended();
    else this.#breaker.failed(reason);
    if (!left) this.#log.warn({ model: this.#model, reason }, 'the language model failed; continuing without it');
    return new LanguageModelUnavailable(reason);
  }
}
