import type { z } from 'zod';
import { definition, type Limits, limits, unwrap } from './schema.js';

const VALUES_SHOWN = 30;

/** What a field may hold, worded to follow "must be": `a whole number from 1 to 100`. Null if nothing useful can be said. */
export function allowed(schema: z.ZodType): string | null {
  const inner = unwrap(schema);
  const def = definition(inner);
  switch (def.type) {
    case 'number':
      return `${limits(inner).whole ? 'a whole number' : 'a number'}${range(limits(inner))}`;
    case 'string':
      return `a string${size(stringLimits(inner), 'characters', ' of ')}`;
    case 'boolean':
      return 'true or false';
    case 'enum':
      return oneOf(Object.values(def.entries ?? {}));
    case 'literal':
      return oneOf(def.values ?? []);
    case 'array':
      return `an array${size(limits(inner), 'items', ' of ')}`;
    case 'object':
    case 'record':
      return 'a JSON object';
    case 'custom':
      return inner.meta()?.type === 'object' ? 'a JSON object' : null;
    case 'union': {
      const phrases = (def.options ?? []).map(allowed);
      return phrases.includes(null) ? null : [...new Set(phrases)].join(' or ');
    }
    default:
      return null;
  }
}

/** Separated by `, `; a long list is cut. */
export function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, VALUES_SHOWN).map(String).join(', ');
  const rest = values.length > VALUES_SHOWN ? ', …' : '';
  return values.length === 1 ? shown : `one of: ${shown}${rest}`;
}

/** ` of 1 to 64 characters`, ` of at most 64 items`, or nothing. */
export function size({ minimum: min, maximum: max }: Limits, unit: string, before: string): string {
  const units = (count: number) => (count === 1 ? unit.slice(0, -1) : unit);
  if (min !== undefined && min === max) return `${before}${min} ${units(min)}`;
  if (min && max !== undefined) return `${before}${min} to ${max} ${units(max)}`;
  if (max !== undefined) return `${before}at most ${max} ${units(max)}`;
  return min ? `${before}at least ${min} ${units(min)}` : '';
}

/** Fields of the kernel count code points themselves and declare their limits as metadata. */
export function stringLimits(schema: z.ZodType): Limits {
  const { minLength, maxLength } = (schema.meta() ?? {}) as { minLength?: number; maxLength?: number };
  return { minimum: minLength ?? limits(schema).minimum, maximum: maxLength ?? limits(schema).maximum };
}

function range(given: Limits): string {
  const { minimum: min, maximum: max } = given;
  if (given.exclusiveMinimum !== undefined && (min === undefined || given.exclusiveMinimum >= min)) {
    return max === undefined
      ? ` greater than ${given.exclusiveMinimum}`
      : ` greater than ${given.exclusiveMinimum}, at most ${max}`;
  }
  if (given.exclusiveMaximum !== undefined && max === undefined) {
    return min === undefined
      ? ` less than ${given.exclusiveMaximum}`
      : ` of at least ${min}, less than ${given.exclusiveMaximum}`;
  }
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (max !== undefined) return ` of at most ${max}`;
  return min === undefined ? '' : ` of at least ${min}`;
}
