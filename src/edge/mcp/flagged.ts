import { RISK_FLAGGED } from '../../language/risk.js';

const NOTICE = 'Left out: this memory reads like instructions to an agent. Ask with include_flagged to see it.';

/**
 * What a model is handed: no memory whose text looks like instructions aimed at it, unless it was asked for, and no empty fields,
 * which would only cost context.
 */
export function forModel(value: unknown, includeFlagged: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => forModel(item, includeFlagged));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Record<string, unknown>;
  if (!includeFlagged && isFlagged(object)) {
    return { id: object.id, risk: object.risk, content: NOTICE };
  }
  const entries = Object.entries(object).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(entries.map(([name, item]) => [name, forModel(item, includeFlagged)]));
}

const isFlagged = (object: Record<string, unknown>) =>
  typeof object.content === 'string' && typeof object.risk === 'number' && object.risk >= RISK_FLAGGED;
