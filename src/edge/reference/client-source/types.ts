import { type JsonSchema, REF_PREFIX } from '../openapi/json-schema.js';

const SCALARS: Readonly<Record<string, string>> = {
  ...{ string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' },
};

/** JSON Schema as a TypeScript type. The service checks what a type cannot express (lengths, ranges). */
export function typeOf(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.slice(REF_PREFIX.length);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  for (const key of ['anyOf', 'oneOf'] as const) {
    if (schema[key]) return union(schema[key].map((choice) => typeOf(choice, indent)));
  }
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  if (schema.type === 'array') return arrayOf(typeOf(schema.items ?? {}, indent));
  if (schema.type === 'object') return objectType(schema, indent);
  return SCALARS[schema.type ?? ''] ?? 'unknown';
}

const union = (types: string[]) => [...new Set(types)].join(' | ');
const arrayOf = (type: string) => (/^[\w.]+$/.test(type) ? `${type}[]` : `Array<${type}>`);

function objectType(schema: JsonSchema, indent: string): string {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const values =
      typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  return `{\n${fields(schema, `${indent}  `)}${indent}}`;
}

/** The fields of an object, one per line, each with its description. */
export function fields(schema: JsonSchema, indent: string): string {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const comment = property.description ? `${indent}/** ${inComment(property.description)} */\n` : '';
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
      return `${comment}${indent}${key}${required.has(name) ? '' : '?'}: ${typeOf(property, indent)};\n`;
    })
    .join('');
}

export const inComment = (text: string) => text.replaceAll('*/', '*\\/').replaceAll('\n', ' ');
