/** Why a webhook cannot be trusted. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** The event in a webhook's body, and in the `data` of an event stream. */
export interface WebhookEvent {
  id: string;
  type: string;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

export interface VerifyOptions {
  /** Seconds by which the clocks of sender and receiver may differ, and by which a message may be old. */
  toleranceSeconds?: number;
  /** Unix milliseconds; this machine's clock unless given. */
  now?: number;
}

type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>;

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

/**
 * Checks the signature of a webhook (Standard Webhooks) and returns its event; throws `WebhookError` for anything that the owner of the secret did
 * not send just now. `body` is the body as received, before any parsing. Runs wherever WebCrypto is available.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  checkAge(timestamp, options);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'));
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(one);
    for (const signature of given) {
      const bytes = fromBase64(signature.slice(3));
      // WebCrypto compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text) as WebhookEvent;
    }
  }
  throw new WebhookError('No signature of this webhook matches the secret');
}

function header(headers: HeaderSource, name: string): string {
  const found =
    typeof (headers as Headers).get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = Array.isArray(found) ? found[0] : found;
  if (!value) throw new WebhookError(`The header ${name} is missing`);
  return value as string;
}

function checkAge(timestamp: string, { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions): void {
  const sent = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (Number.isNaN(sent)) throw new WebhookError('The header webhook-timestamp is not a timestamp');
  const age = now / 1_000 - sent;
  if (age > toleranceSeconds) throw new WebhookError('The webhook is too old');
  if (age < -toleranceSeconds) throw new WebhookError('The webhook is from the future');
}

async function keyOf(secret: string) {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new WebhookError('The secret must be whsec_ followed by base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
