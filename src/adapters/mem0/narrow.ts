import { ENTITIES, entitiesOf, isEntity } from './entities.js';
import { all, conditionOf, type Filter, filterOf } from './filter.js';
import { type Options, objectOf, textsOf } from './options.js';
import { endOf } from './time.js';

/** Options that select memories. */
export const NARROWING = [...ENTITIES, 'filters', 'metadata', 'categories', 'startDate', 'endDate', 'showExpired'];

/** The combined filter of a list's or a search's options. */
export function narrowed(call: string, options: Options): Filter {
  const parts = Object.entries(entitiesOf(options)).map(([name, wanted]) => conditionOf(name, wanted));
  if (options.filters !== undefined && Object.keys(objectOf('filters', options.filters)).length > 0)
    parts.push(filterOf(options.filters));
  if (parts.length === 0)
    throw new Error(`${call}: give userId, agentId, appId or runId, or filters, to say whose memories they are`);
  if (options.metadata !== undefined) parts.push(conditionOf('metadata', options.metadata));
  if (options.categories !== undefined)
    parts.push(conditionOf('categories', { in: textsOf('categories', options.categories) }));
  if (options.startDate !== undefined) parts.push(conditionOf('createdAt', { gte: options.startDate }));
  if (options.endDate !== undefined)
    parts.push(conditionOf('createdAt', { lt: new Date(endOf('endDate', options.endDate)) }));
  return all(parts);
}

/** If so, the service finds nothing that the filter rejects. */
export function filtersByOwnerOnly({ filters = {}, ...options }: Options): boolean {
  const narrowing = Object.entries(options).filter(([name]) => NARROWING.includes(name));
  const said = [...narrowing, ...Object.entries(objectOf('filters', filters))];
  return said.every(([name, wanted]) => isEntity(name) && typeof wanted === 'string' && wanted !== '*');
}

export const includeExpiredOption = ({ showExpired }: Options) =>
  showExpired === true ? { include_expired: true } : {};
