import { raw } from '../../storage/sql.js';
import type { Row } from '../../storage/statement.js';
import type { EmotionalRecord } from './record.js';

const NAMES = [
  ...['id', 'user_id', 'agent_id', 'sentiment', 'intensity', 'valence', 'source', 'read_by', 'text', 'note'],
  'created_at',
] as const satisfies readonly (keyof EmotionalRecord)[];

export const EMOTIONAL_COLUMNS = raw(NAMES.join(', '));

export const valuesOf = (record: EmotionalRecord) => NAMES.map((name) => record[name]);
export const toEmotional = (row: Row) => Object.fromEntries(NAMES.map((name) => [name, row[name]])) as EmotionalRecord;
