import { HELD_TYPES } from '../envelope.js';
import { HELD_NAMES } from '../sql/holding-records.js';
import type { Format } from './format.js';

/** Lines that frame an export and contain no data. */
const FRAME = new Set(['export', 'end']);

/** Our own export. An entry without a type is a memory. */
export const recollect: Format = ({ type, ...entry }) => {
  if (type === undefined || type === 'memory') return [{ memory: entry }];
  if (type === 'link') return [{ link: entry }];
  const name = HELD_NAMES.find((one) => HELD_TYPES[one] === type);
  if (name) return [{ held: entry, name }];
  if (typeof type === 'string' && FRAME.has(type)) return [];
  return [{ problem: `An entry of type ${JSON.stringify(type).slice(0, 40)} cannot be imported` }];
};
