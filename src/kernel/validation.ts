import type { z } from 'zod';
import { allowed, oneOf, size, stringLimits } from './allowed.js';
import { type FieldProblem, invalid, type RecollectError } from './errors.js';
import { type Limits, limits, schemaAt, unknownFields } from './schema.js';

type Issue = z.core.$ZodIssue;

const ECHOED_CHARACTERS = 40;
const PROBLEMS_IN_MESSAGE = 3;
const PROBLEMS_IN_DETAILS = 20;
/** How zod's own messages begin; any other message was written by the schema's author and is better than ours. */
const ZOD_DEFAULT_MESSAGE = /^(Invalid|Too (big|small)|Unrecognized)/;

/** The 400 for an input that failed its schema. */
export function invalidInput(schema: z.ZodType, issues: readonly Issue[], input: unknown): RecollectError {
  return refusal(explain(schema, issues, input));
}

/** Throws the 400 for fields that the schema does not have. */
export function refuseUnknown(schema: z.ZodType, input: unknown): void {
  const unknown = unknownFields(schema, input);
  if (unknown.length === 0) return;
  throw refusal(
    unknown.map(({ path, known }) => ({
      field: fieldName(path),
      message: `is not a known field: ${known.length > 0 ? `the fields are ${known.map((name) => `\`${name}\``).join(', ')}` : 'there are none'}`,
    })),
  );
}

function refusal(problems: readonly FieldProblem[]): RecollectError {
  const sentences = problems.slice(0, PROBLEMS_IN_MESSAGE).map(sentence);
  const more = problems.length - sentences.length;
  const message = sentences.join('; ') + (more > 0 ? `; and ${more} more` : '');
  const details = problems.filter((problem) => problem.field).slice(0, PROBLEMS_IN_DETAILS);
  return invalid(message || 'The input is not valid', details.length ? details : undefined);
}

/** One entry per invalid field; `field` is empty if the problem concerns the input as a whole. */
function explain(schema: z.ZodType, issues: readonly Issue[], input: unknown): FieldProblem[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: fieldName([...issue.path, key]), message: 'is not a known field' }));
    if (issue.code === 'invalid_union') {
      const inner = bestBranch(issue);
      if (inner)
        return explain(
          schema,
          inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] })),
          input,
        );
    }
    return {
      field: fieldName(issue.path),
      message: problem(issue, schemaAt(schema, issue.path), valueAt(input, issue.path)),
    };
  });
}

const sentence = ({ field, message }: FieldProblem) => (field ? `\`${field}\` ${message}` : message);

/** The branch with the fewest problems among those whose shape fits: its problems are about what the caller meant. */
function bestBranch(issue: z.core.$ZodIssueInvalidUnion): Issue[] | undefined {
  const fitting = issue.errors.filter(
    (branch) => branch.length > 0 && branch.every((one) => one.path.length > 0 || one.code === 'custom'),
  );
  return fitting.sort((a, b) => a.length - b.length)[0];
}

function problem(issue: Issue, schema: z.ZodType | null, value: unknown): string {
  if (issue.code === 'custom') return issue.message === 'Invalid input' ? fits(schema) : issue.message;
  if (!ZOD_DEFAULT_MESSAGE.test(issue.message)) return issue.message;
  if (value === undefined && issue.path.length > 0) return 'is required';
  switch (issue.code) {
    case 'too_big':
    case 'too_small':
      return outOfRange(issue, schema, value);
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.format === 'regex' ? `must match ${issue.pattern}` : `must be a valid ${issue.format}`;
    case 'invalid_key':
      return 'has a key that is not allowed';
    case 'invalid_type':
      return fits(schema, issue.path.length ? issue.expected : 'object');
    default:
      return fits(schema);
  }
}

function outOfRange(
  issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  schema: z.ZodType | null,
  value: unknown,
): string {
  if (typeof value === 'number') return fits(schema, 'number');
  const unit = issue.origin === 'string' ? 'characters' : 'items';
  const { minimum, maximum }: Limits = schema ? (unit === 'items' ? limits(schema) : stringLimits(schema)) : {};
  const bounds = {
    minimum: minimum ?? (issue.code === 'too_small' ? Number(issue.minimum) : undefined),
    maximum: maximum ?? (issue.code === 'too_big' ? Number(issue.maximum) : undefined),
  };
  const has = typeof value === 'string' || Array.isArray(value) ? `, has ${value.length}` : '';
  return `must have${size(bounds, unit, ' ')}${has}`;
}

const EXPECTED: Record<string, string> = {
  number: 'a number',
  string: 'a string',
  object: 'a JSON object',
  array: 'an array',
};

function fits(schema: z.ZodType | null, expected = ''): string {
  const phrase = (schema && allowed(schema)) ?? EXPECTED[expected];
  return phrase ? `must be ${phrase}` : 'is not valid';
}

/** `memories[3].tags[0]` */
export function fieldName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const step of path) {
    if (typeof step === 'number') name += `[${step}]`;
    else name += (name && '.') + cut(String(step));
  }
  return name;
}

/** What a caller sent, shortened to fit into a sentence. */
export function cut(text: string): string {
  if (text.length <= ECHOED_CHARACTERS) return text;
  return `${Array.from(text.slice(0, ECHOED_CHARACTERS)).slice(0, -1).join('')}…`; // never half of a surrogate pair
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let at = input;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}
