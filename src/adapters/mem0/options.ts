/** Options of mem0's calls, by their names in camel case. Names with underscores are accepted too. */
export type Options = Record<string, unknown>;

export const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Why some of mem0's options cannot be honoured. */
const OWN_RULES = 'the service decides what is derived from messages';
const ONE_PROJECT = 'the API key determines whose memories these are';
const REASONS = new Map([
  ...['customInstructions', 'customCategories', 'includes', 'excludes'].map((name) => [name, OWN_RULES] as const),
  ...['filterMemories', 'structuredDataSchema', 'memoryType', 'prompt'].map((name) => [name, OWN_RULES] as const),
  ...['orgId', 'orgName', 'organizationId', 'organizationName'].map((name) => [name, ONE_PROJECT] as const),
  ...['projectId', 'projectName'].map((name) => [name, ONE_PROJECT] as const),
  ['enableGraph', 'there is no entity graph'],
  ['immutable', 'every memory can be changed'],
]);

/** Switches that are off for every call that does not list them among its own options: `false` is honoured. */
const OFF = ['infer', 'enableGraph', 'filterMemories', 'onlyMetadataBasedSearch', 'immutable'];
/** Values that hold in any case, whatever version of the interface the caller was written for. */
const NO_OP_VALUES = new Map<string, readonly unknown[]>([
  ['asyncMode', [true, false]],
  ['outputFormat', ['v1.1']],
  ['version', ['v2', 'v3']],
  ['apiVersion', ['v2', 'v3']],
]);

/** The options in camel case, without those that are not set. Refuses by name what cannot be honoured. */
export function optionsOf(call: string, given: object | null | undefined, known: readonly string[]): Options {
  const options: Options = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    const option = camelCase(name);
    if (value === undefined || (value === null && option !== 'expirationDate')) continue;
    if (known.includes(option)) options[option] = value;
    else if (!(OFF.includes(option) && value === false) && !NO_OP_VALUES.get(option)?.includes(value)) {
      const reason = REASONS.get(option) ?? `supported options are ${known.join(', ')}`;
      throw new Error(`${call}: ${name} = ${JSON.stringify(value)} cannot be honoured: ${reason}`);
    }
  }
  return options;
}

/** A whole number within the limits. */
export function countOf(name: string, value: unknown, most: number): number {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most) return Number(value);
  throw new Error(`${name} must be a whole number from 1 to ${most}, not ${JSON.stringify(value)}`);
}

export function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Error(`${name} must be a non-empty string, not ${JSON.stringify(value)}`);
}

export function objectOf(name: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`${name} must be an object, not ${JSON.stringify(value)}`);
}

/** The owner of a memory has options of its own, outside the metadata. */
export function metadataOf(value: unknown): Record<string, unknown> {
  const metadata = objectOf('metadata', value);
  for (const name of ['app_id', 'run_id'])
    if (name in metadata) throw new Error(`metadata must not contain ${name}: use the option ${camelCase(name)}`);
  return metadata;
}

export function switchOf(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error(`${name} must be true or false, not ${JSON.stringify(value)}`);
}

export function shareOf(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new Error(`${name} must be a number from 0 to 1, not ${JSON.stringify(value)}`);
}

export function textsOf(name: string, value: unknown, longest = Number.POSITIVE_INFINITY): string[] {
  if (!Array.isArray(value)) throw new Error(`${name} must be a list of strings, not ${JSON.stringify(value)}`);
  return value.map((one) => {
    if (textOf(`Each of ${name}`, one).length <= longest) return one as string;
    throw new Error(`Each of ${name} may have at most ${longest} characters, not ${one.length}`);
  });
}
