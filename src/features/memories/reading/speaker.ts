import { raw } from '../../../storage/sql.js';

/** The metadata key of a turn that holds the name of its speaker. */
const SPEAKER = 'speaker';
/** The longest name, in characters; anything longer is not a name. */
const LONGEST_NAME = 80;

/** The metadata of a turn. A `speaker` set there by a caller is never taken for the speaker. */
export const withSpeaker = (metadata: Record<string, unknown>, name: string | null): Record<string, unknown> =>
  name !== null || SPEAKER in metadata ? { ...metadata, [SPEAKER]: name } : metadata;

export function speakerIn(metadata: unknown): { name: string | null; rest: Record<string, unknown> } {
  const { [SPEAKER]: name, ...rest } = metadata as Record<string, unknown>;
  return { name: typeof name === 'string' && name !== '' ? name : null, rest };
}

export interface Spoken {
  kind: string;
  content: string;
  metadata?: Record<string, unknown> | undefined;
  /** The speaker from the metadata, if the rest of it was not read (`SPEAKER_COLUMN`). */
  speaker?: unknown;
}

export const SPEAKER_COLUMN = raw(`m.metadata ->> '${SPEAKER}' as speaker`);

/** The text that a memory is found and read by: "What did Ada say?" finds a turn of Ada's, though she does not name herself in it. */
export function spokenText({ kind, content, metadata = {}, speaker = metadata[SPEAKER] }: Spoken): string {
  const isName = typeof speaker === 'string' && speaker !== '' && speaker.length <= LONGEST_NAME;
  return kind === 'episodic' && isName && !content.startsWith(`${speaker}:`) ? `${speaker}: ${content}` : content;
}
