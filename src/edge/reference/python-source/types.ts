import { pascal } from '../client-source/catalogue.js';
import { type JsonSchema, REF_PREFIX } from '../openapi/json-schema.js';
import { docstring, isName, literal } from './text.js';

const SCALARS: Readonly<Record<string, string>> = {
  ...{ string: 'str', number: 'float', integer: 'int', boolean: 'bool', null: 'None' },
};

interface Field {
  name: string;
  type: string;
  required: boolean;
  description: string | undefined;
}

/**
 * JSON Schema as Python types. Python has no anonymous object types: each becomes a `TypedDict` named after its position, once for all
 * positions where the same object has the same name.
 */
export class PythonTypes {
  readonly #classes = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #written: string[] = [];

  /** All declarations so far, each before its uses. */
  get source(): string {
    return this.#written.join('\n\n');
  }

  get names(): string[] {
    return [...this.#taken].toSorted();
  }

  /** Declares a schema under exactly this name. */
  declare(name: string, schema: JsonSchema, about?: string): void {
    this.#taken.add(name);
    if (isObject(schema)) this.#writeClass(name, schema, about);
    else this.#written.push(`${name} = ${this.typeOf(schema, name)}\n`);
  }

  /** The type of a schema; nested objects are named `name`, or begin with it. */
  typeOf(schema: JsonSchema, name: string): string {
    if (schema.$ref) return schema.$ref.slice(REF_PREFIX.length);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((choice) => this.typeOf(choice, name)));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.typeOf({ ...schema, type }, name)));
    if (isObject(schema)) return this.#className(schema, name);
    if (schema.type === 'array') return `List[${this.typeOf(schema.items ?? {}, name)}]`;
    if (schema.type !== 'object') return SCALARS[schema.type ?? ''] ?? 'Any';
    const { additionalProperties: values } = schema;
    return `Dict[str, ${typeof values === 'object' ? this.typeOf(values, `${name}Value`) : 'Any'}]`;
  }

  #className(schema: JsonSchema, wanted: string): string {
    const { description: _, ...shape } = schema;
    const [, last = ''] = wanted.match(/([A-Z][a-z0-9]*)$/) ?? [];
    const signature = `${last} ${JSON.stringify(shape)}`;
    const known = this.#classes.get(signature);
    if (known) return known;
    let name = wanted;
    for (let i = 2; this.#taken.has(name); i++) name = `${wanted}${i}`;
    this.#taken.add(name);
    this.#classes.set(signature, name);
    this.#writeClass(name, schema, schema.description);
    return name;
  }

  #writeClass(name: string, schema: JsonSchema, about: string | undefined): void {
    const parts = schema.allOf ?? [schema];
    const bases = parts.flatMap(({ $ref }) => ($ref ? [$ref.slice(REF_PREFIX.length)] : []));
    const fields = parts.flatMap((part) => this.#fields(part, name));
    // Before Python 3.11 either all fields of a class are required or none are: optional fields get a separate class. A field that is not a
    // valid Python name cannot be in a class at all.
    const layers = [
      { required: true, named: false, fields: fields.filter((field) => field.required && !isName(field.name)) },
      { required: false, named: false, fields: fields.filter((field) => !field.required && !isName(field.name)) },
      { required: true, named: true, fields: fields.filter((field) => field.required && isName(field.name)) },
      { required: false, named: true, fields: fields.filter((field) => !field.required && isName(field.name)) },
    ].filter((layer) => layer.fields.length > 0);
    // The last one carries the name, so it must be a class.
    if (!layers.at(-1)?.named) layers.push({ required: true, named: true, fields: [] });
    let below = bases;
    layers.forEach((layer, i) => {
      const isLast = i === layers.length - 1;
      const own = isLast ? name : `_${name}${i === 0 ? 'Base' : `Base${i + 1}`}`;
      if (layer.named) this.#written.push(classOf(own, below, layer, isLast ? about : undefined));
      else this.#written.push(functional(own, layer));
      below = layer.named ? [own] : [...below, own];
    });
  }

  #fields(schema: JsonSchema, name: string): Field[] {
    const required = new Set(schema.required ?? []);
    return Object.entries(schema.properties ?? {}).map(([field, property]) => ({
      name: field,
      type: this.typeOf(property, `${name}${pascal(field)}`),
      required: required.has(field),
      description: property.description,
    }));
  }
}

const isObject = (schema: JsonSchema) =>
  Boolean(schema.allOf) || (schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0);

/** Whether null has a meaning of its own. */
export const isNullable = (schema: JsonSchema): boolean =>
  schema.type === 'null' ||
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  (schema.anyOf ?? schema.oneOf ?? []).some(isNullable);

/** Each type only once. */
export function union(types: string[]): string {
  if (types.includes('Any')) return 'Any';
  return [...new Set(types.flatMap(choicesOf))].join(' | ');
}

/** The types that make up a union; what is in brackets stays whole. */
function choicesOf(type: string): string[] {
  const choices = [''];
  let depth = 0;
  for (const part of type.split(/( \| |[[\]])/)) {
    if (part === ' | ' && depth === 0) choices.push('');
    else choices[choices.length - 1] += part;
    depth += part === '[' ? 1 : part === ']' ? -1 : 0;
  }
  return choices;
}

interface Layer {
  required: boolean;
  fields: Field[];
}

function classOf(name: string, bases: string[], { required, fields }: Layer, about: string | undefined): string {
  const parents = [...(bases.length > 0 ? bases : ['TypedDict']), ...(required ? [] : ['total=False'])].join(', ');
  const body = [
    ...(about ? [docstring([about], '    ')] : []),
    ...fields.map((field) => {
      const said = field.description ? docstring([field.description], '    ') : '';
      return `    ${field.name}: ${field.type}\n${said}`;
    }),
  ];
  return `class ${name}(${parents}):\n${body.join('') || '    pass\n'}`;
}

function functional(name: string, { required, fields }: Layer): string {
  const entries = fields.map((field) => `${literal(field.name)}: ${field.type}`).join(', ');
  return `${name} = TypedDict("${name}", {${entries}}${required ? '' : ', total=False'})\n`;
}
