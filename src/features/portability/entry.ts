import * as z from 'zod';
import { BODY_LIMITS } from '../../kernel/body-limits.js';
import {
  amount,
  exportedTime,
  firstTextProblem,
  type JsonObject,
  LIMITS,
  memoryId,
  metadata,
  text,
  time,
  wholeBetween,
} from '../../kernel/fields.js';
import { ID_PREFIXES, type IdSource } from '../../kernel/ids.js';
import type { Line } from '../../kernel/operation.js';
import { invalidInput } from '../../kernel/validation.js';
import { RELATIONSHIPS } from '../graph/link-record.js';
import type { HeldRecord } from '../holdings.js';
import { dedupeKeyOf } from '../memories/dedupe.js';
import { storeInput } from '../memories/input.js';
import type { Kind } from './counts.js';
import { isObject } from './formats/format.js';
import { detect, FORMATS, type Source } from './formats/index.js';
import type { HeldName } from './sql/holding-records.js';

/** Counters keep counting after an import, so this is far below the largest exact number. */
const MAX_COUNTED = 2 ** 31 - 1;
const count = wholeBetween(0, MAX_COUNTED);

/** What an agent keeps without a user: events of its episodes and its procedures. An import restores them without a user, as they were. */
const USERLESS_KINDS: readonly string[] = ['episodic', 'procedural'];

/** The history of a memory: it is stored as the entry says. */
const pastWith = (at: typeof time) =>
  z.object({
    outcome_score: amount(0, 1).optional(),
    expires_at: at.optional(),
    verified_at: at.optional(),
    retrieval_count: count.default(0),
    last_retrieved_at: at.optional(),
    superseded_by: memoryId.optional(),
    group_id: text(1, 256).optional(),
    position: wholeBetween(-MAX_COUNTED, MAX_COUNTED).optional(),
    version: count.min(1).default(1),
    created_at: at.optional(),
    updated_at: at.optional(),
  });
const past = pastWith(time);
const memoryFields = storeInput.omit({ ttl_seconds: true, detect_conflicts: true }).extend({
  id: memoryId.optional(),
  user_id: text(0, LIMITS.name).describe('Whose memory it is; empty only for procedures and episodes without a user.'),
  importance_estimated: z.boolean().default(false),
  ...past.shape,
});
const withUser = (fields: typeof memoryFields) =>
  fields.check(({ value, issues }) => {
    if (value.user_id !== '' || USERLESS_KINDS.includes(value.kind)) return;
    const message = `must have 1 to ${LIMITS.name} characters, has 0`;
    issues.push({ code: 'custom', message, path: ['user_id'], input: value });
  });
export const memoryEntry = withUser(memoryFields);
const exportedEntry = withUser(
  memoryFields.extend({
    ...pastWith(exportedTime).shape,
    valid_from: exportedTime.optional(),
    valid_until: exportedTime.optional(),
  }),
);
/** Only our export numbers the versions of a memory, and the formats of others are converted: anything else may have seconds for milliseconds. */
const schemaOf = (entry: JsonObject, source: Source) =>
  source !== 'recollect' || 'version' in entry ? exportedEntry : memoryEntry;

/** Of a parsed entry. */
export function pastOf(input: z.output<typeof memoryEntry>): Partial<z.output<typeof past>> {
  const known = Object.keys(past.shape) as (keyof z.output<typeof past>)[];
  return Object.fromEntries(known.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])));
}

const linkFields = z.object({
  id: text(1, 256).optional(),
  from: memoryId,
  to: memoryId,
  relationship: z.enum(RELATIONSHIPS),
  weight: amount(0, 1).default(1),
  metadata: metadata.optional(),
  automatic: z.boolean().default(false),
  created_at: exportedTime.optional(),
});
const linkEntry = linkFields.check(({ value, issues }) => {
  if (value.from !== value.to) return;
  issues.push({ code: 'custom', message: 'must be a different memory than `from`', path: ['to'], input: value });
});

export interface MemoryCandidate {
  index: number;
  id: string;
  dedupeKey: string;
  input: z.output<typeof memoryEntry>;
}
export interface LinkCandidate {
  index: number;
  id: string;
  input: z.output<typeof linkEntry>;
}
export interface HeldCandidate {
  index: number;
  name: HeldName;
  record: HeldRecord;
}
type Candidate =
  | { memory: MemoryCandidate }
  | { link: LinkCandidate }
  | { held: HeldCandidate }
  /** `kind`: what it would have been, if known. */
  | { index: number; problem: string; kind?: Kind };

export interface EntryOptions {
  source: Source | undefined;
  /** The user and agent that the memories get, whoever had them before. */
  scope: { user_id?: string; agent_id?: string };
  ids: IdSource;
}

/** What a line of an import contains. Never throws: problems of an entry are reported with its number. */
export function candidatesOf(line: Line, options: EntryOptions): Candidate[] {
  const { index } = line;
  if ('problem' in line) return [line];
  if (!isObject(line.value)) return [{ index, problem: 'The entry must be a JSON object' }];
  const source = options.source ?? detect(line.value);
  return FORMATS[source](line.value).map((made) => {
    if ('problem' in made) return { index, problem: made.problem };
    if ('link' in made) return linkOf(index, made.link, options);
    if ('held' in made) return heldOf(index, made, options);
    return memoryOf(index, { ...made.memory, ...options.scope }, source, options);
  });
}

function memoryOf(index: number, raw: JsonObject, source: Source, { ids }: EntryOptions): Candidate {
  const given = withoutNull(raw);
  const schema = schemaOf(given, source);
  const parsed = schema.safeParse(given);
  if (!parsed.success) return { index, problem: invalidInput(schema, parsed.error.issues, given).message };
  const input = parsed.data;
  return { memory: { index, id: input.id ?? ids.next(ID_PREFIXES.memory), dedupeKey: dedupeKeyOf(input), input } };
}

function linkOf(index: number, raw: JsonObject, { ids }: EntryOptions): Candidate {
  const given = withoutNull(raw);
  const parsed = linkEntry.safeParse(given);
  if (!parsed.success)
    return { index, kind: 'links', problem: invalidInput(linkEntry, parsed.error.issues, given).message };
  return { link: { index, id: parsed.data.id ?? ids.next(ID_PREFIXES.link), input: parsed.data } };
}

const heldEntry = z.looseObject({ id: text(1, 256) });

/** The feature that restores the record validates the rest. */
function heldOf(
  index: number,
  { name, held }: { name: HeldName; held: JsonObject },
  { scope }: EntryOptions,
): Candidate {
  const given = { ...held, ...scope };
  const parsed = heldEntry.safeParse(given);
  const problem = parsed.success ? firstTextProblem(given) : null;
  if (!parsed.success)
    return { index, kind: name, problem: invalidInput(heldEntry, parsed.error.issues, given).message };
  if (problem) return { index, kind: name, problem: `The record ${problem}` };
  // Anything larger could not be exported again as a line.
  if (Buffer.byteLength(JSON.stringify(given)) > BODY_LIMITS.line)
    return { index, kind: name, problem: `The record has more than ${BODY_LIMITS.line} bytes` };
  return { held: { index, name, record: parsed.data } };
}

/** A record has null where a value is unknown; an input omits the field. */
const withoutNull = (entry: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null && value !== undefined));
