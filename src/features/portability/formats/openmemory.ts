import type { JsonObject } from '../../../kernel/fields.js';
import { type Format, firstText, given, objectOf, tagsOf, tenfold, timeOf } from './format.js';

/** The cognitive sectors of one of the two projects of that name; reflections are statements too. */
const KINDS: Record<string, string> = {
  semantic: 'semantic',
  episodic: 'episodic',
  procedural: 'procedural',
  emotional: 'emotional',
  reflective: 'semantic',
};

/** Both projects called OpenMemory: mem0's (states, apps, categories) and the one with sectors and salience. */
export const openmemory: Format = (entry) => {
  const content = firstText(entry.content, entry.memory, entry.text);
  if (content === undefined) return [{ problem: '`content` is missing' }];
  if (entry.state === 'deleted' || entry.deleted_at) return [{ problem: 'It is deleted in OpenMemory' }];
  const updated = timeOf(entry.updated_at);
  const created = timeOf(entry.created_at) ?? timeOf(entry.createdAt);
  const origin = given({ state: entry.state, app: entry.app ?? entry.app_name, sectors: entry.sectors });
  return [
    {
      memory: given({
        id: entry.id,
        user_id: entry.user_id,
        content,
        metadata: { ...metadataOf(entry), ...(Object.keys(origin).length > 0 && { openmemory: origin }) },
        tags: tagsOf(entry.tags, entry.categories),
        kind: KINDS[String(entry.primary_sector)],
        importance: tenfold(entry.salience),
        // Archived there: it is no longer presented as true.
        valid_until: entry.state === 'archived' ? (timeOf(entry.archived_at) ?? updated ?? created) : undefined,
        last_retrieved_at: timeOf(entry.last_seen_at),
        created_at: created,
        updated_at: updated,
      }),
    },
  ];
};

const metadataOf = (entry: JsonObject): JsonObject => ({
  ...objectOf(entry.meta),
  ...objectOf(entry.metadata_),
  ...objectOf(entry.metadata),
});
