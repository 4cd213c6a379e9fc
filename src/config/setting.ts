import { isIP } from 'node:net';
import { resolve } from 'node:path';

export type SettingKind = 'string' | 'integer' | 'choice' | 'boolean' | 'list' | 'url' | 'path' | 'secret';

/** How a setting is written, and what its values may be. `undefined` is the value of one that is not set. */
export interface Definition<T> {
  readonly env: string;
  readonly kind: SettingKind;
  readonly describe: string;
  readonly default: T | (() => T);
  /** The default in words, where its value would say too little. */
  readonly defaultText?: string;
  /** What is allowed, as the end of "must be …". */
  readonly allowed: string;
  /** Never shown: not in an error, not in a table. */
  readonly secret?: true;
  /** It, or a part of it, is secret: it can also be read from the file that `NAME_FILE` names. */
  readonly fromFile?: true;
  /** The value that `text` stands for, or undefined when it is not allowed. A relative path starts at `base`. */
  read(text: string, base: string): T | undefined;
}

type Rest<T> = Partial<Pick<Definition<T>, 'allowed' | 'defaultText' | 'secret' | 'fromFile' | 'read'>>;

export const word = <T extends string | undefined>(
  env: string,
  value: T,
  describe: string,
  rest: Rest<string | T> = {},
): Definition<string | T> => ({
  ...{ env, kind: 'string', describe, default: value, allowed: 'a text that is not empty' },
  read: (text) => text || undefined,
  ...rest,
});

export const integer = <T extends number | undefined>(
  env: string,
  value: T,
  [min, max]: readonly [number, number],
  describe: string,
  rest: Rest<number | T> = {},
): Definition<number | T> => ({
  ...{ env, kind: 'integer', describe, default: value, allowed: `a whole number from ${min} to ${max}` },
  read: (text) => {
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  },
  ...rest,
});

const either = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

export const choice = <const T extends string>(
  env: string,
  value: NoInfer<T>,
  choices: readonly T[],
  describe: string,
): Definition<T> => ({
  ...{ env, kind: 'choice', describe, default: value, allowed: either(choices) },
  read: (text) => choices.find((one) => one.toLowerCase() === text.toLowerCase()),
});

const SWITCH = new Map(
  Object.entries({ on: true, true: true, yes: true, '1': true, off: false, false: false, no: false, '0': false }),
);
export const onOff = (env: string, value: boolean, describe: string): Definition<boolean> => ({
  ...{ env, kind: 'boolean', describe, default: value, allowed: 'on or off' },
  read: (text) => SWITCH.get(text.toLowerCase()),
});

/** Items between commas; each is checked by `item`. `off` is the empty list. */
export const list = <T extends string>(
  env: string,
  value: readonly T[],
  item: (text: string) => text is T,
  allowed: string,
  describe: string,
  rest: Rest<readonly T[]> = {},
): Definition<readonly T[]> => ({
  ...{ env, kind: 'list', describe, default: value, allowed },
  read: (text) => {
    if (text.toLowerCase() === 'off') return [];
    const items = text.split(',').map((one) => one.trim());
    return items.every(item) ? items : undefined;
  },
  ...rest,
});

export const url = (env: string, schemes: readonly string[], describe: string): Definition<string | undefined> => ({
  ...{ env, kind: 'url', describe, default: undefined },
  allowed: `a URL that begins with ${either(schemes.map((scheme) => `${scheme}://`))}`,
  read: (text) => {
    const scheme = /^([a-z]+):\/\/./i.exec(text)?.[1]?.toLowerCase();
    if (!scheme || !schemes.includes(scheme) || /\s/.test(text) || !URL.canParse(text)) return undefined;
    return text.replace(/\/+$/, '');
  },
});

export const path = <T extends string | undefined>(
  env: string,
  value: T | (() => T),
  describe: string,
  rest: Rest<string | T> = {},
): Definition<string | T> => ({
  ...{ env, kind: 'path', describe, default: value, allowed: 'the path of a file or folder' },
  read: (text, base) => (text && !text.includes('\0') ? resolve(base, text) : undefined),
  ...rest,
});

/** Shorter ones can be guessed; others than visible ASCII do not survive an HTTP header. */
export const isCredential = (text: string): text is string => /^[\x21-\x2b\x2d-\x7e]{16,}$/.test(text);
const CREDENTIAL = 'at least 16 visible ASCII characters without a comma';
export const CREDENTIALS = `a comma-separated list of credentials, each with ${CREDENTIAL}`;

/** The key that stays in the database, where no setting is needed for it. */
export const DATABASE_SEAL_KEY = 'database';
/** As `openssl rand -base64 32` makes them; a key is derived from it, so that any other long text will do. */
export const isSealKey = (text: string): text is string =>
  text === DATABASE_SEAL_KEY || /^[\x21-\x2b\x2d-\x7e]{32,}$/.test(text);
export const SEAL_KEY = 'at least 32 visible ASCII characters without a comma';

export const secret = (env: string, describe: string, rest: Rest<string | undefined> = {}) => ({
  ...word(env, undefined, describe, { secret: true, fromFile: true, ...rest }),
  kind: 'secret' as const,
});

/** An IP address, or a range of them as `10.0.0.0/8`. */
export function isAddressRange(text: string): text is string {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
