import { type Format, firstText, given, objectOf, tagsOf, timeOf } from './format.js';

/** mem0, hosted and self-hosted: `get_all` and the dashboard's export. The text is in `memory`, or in `data` in vector payloads. */
export const mem0: Format = (entry) => {
  const content = firstText(entry.memory, entry.text, entry.data, entry.content);
  if (content === undefined) return [{ problem: '`memory` is missing: it is the text of a mem0 entry' }];
  const origin = given({ app_id: entry.app_id, run_id: entry.run_id, actor_id: entry.actor_id, role: entry.role });
  const categories = Array.isArray(entry.categories) ? entry.categories : Object.keys(objectOf(entry.categories));
  return [
    {
      memory: given({
        id: entry.id,
        user_id: firstText(entry.user_id, entry.owner),
        agent_id: firstText(entry.agent_id),
        content,
        metadata: { ...objectOf(entry.metadata), ...(Object.keys(origin).length > 0 && { mem0: origin }) },
        tags: tagsOf(categories),
        created_at: timeOf(entry.created_at),
        updated_at: timeOf(entry.updated_at),
        expires_at: timeOf(entry.expiration_date),
      }),
    },
  ];
};
