import type { JsonObject } from '../../../kernel/fields.js';
import { type Converted, type Format, firstText, given, tagsOf } from './format.js';

/** The reference memory server of the Model Context Protocol: one line per entity with its observations, or per relation. */
export const mcpMemory: Format = (entry) => {
  if (entry.type === 'relation' || entry.relationType !== undefined) return relation(entry);
  const name = firstText(entry.name, entry.entityName);
  if (name === undefined) return [{ problem: '`name` is missing: it is the name of the entity' }];
  const kind = firstText(entry.entityType);
  const observations = (Array.isArray(entry.observations) ? entry.observations : []).map(observationOf);
  if (observations.length === 0) return [memory(entry, name, kind, kind ? `${name} is a ${kind}` : name)];
  return observations.map((one) =>
    one === undefined
      ? { problem: `An observation about ${JSON.stringify(name).slice(0, 60)} is not a string` }
      : memory(entry, name, kind, `${name}: ${one}`),
  );
};

/** Forks store observations as objects. */
const observationOf = (one: unknown) =>
  typeof one === 'object' && one !== null
    ? firstText((one as JsonObject).content, (one as JsonObject).text)
    : firstText(one);

const memory = (entry: JsonObject, entity: string, type: string | undefined, content: string): Converted => ({
  memory: given({
    user_id: entry.user_id,
    agent_id: entry.agent_id,
    content,
    tags: tagsOf(type === undefined ? [] : [type]),
    metadata: given({ entity, entity_type: type }),
  }),
});

function relation(entry: JsonObject): Converted[] {
  const [from, type, to] = [firstText(entry.from), firstText(entry.relationType), firstText(entry.to)];
  if (!from || !type || !to)
    return [{ problem: '`from`, `to` and `relationType` are required: they make up the relation' }];
  const { user_id, agent_id } = entry;
  const metadata = { relation: { from, to, type } };
  // The type is a verb in the active voice, its words joined by underscores.
  return [{ memory: given({ user_id, agent_id, content: `${from} ${type.replaceAll('_', ' ')} ${to}`, metadata }) }];
}
