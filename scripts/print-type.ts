/** The part of JSON Schema that the contract's shapes use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
}

/** `input`: an optional field may also be passed as `undefined`, so callers can pass their own optional values. */
export type Direction = 'input' | 'output';

/**
 * Prints a schema as a TypeScript type. Throws if a part has no corresponding type, so that nothing silently becomes
 * `unknown`.
 */
export function printType(schema: Schema, direction: Direction, indent = ''): string {
  if (schema.$ref !== undefined) return typeNameOf(schema.$ref);
  if (schema.const !== undefined) return printLiteral(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(printLiteral).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((part) => printType(part, direction, indent)).join(' | ');
  switch (schema.type) {
    case 'object':
      return printObject(schema, direction, indent);
    case 'array': {
      const item = printType(schema.items ?? {}, direction, indent);
      return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
    }
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case undefined:
      break;
  }
  if (Object.keys(schema).every((key) => key === 'description' || key === 'deprecated')) return 'unknown';
  throw new Error(`no TypeScript type is known for the schema ${JSON.stringify(schema)}`);
}

function printObject(schema: Schema, direction: Direction, indent: string): string {
  const [values] = Object.values(schema.patternProperties ?? {});
  if (values !== undefined) return `Record<string, ${printType(values, direction, indent)}>`;
  return `{\n${printFields(schema, direction, `${indent}  `)}${indent}}`;
}

/** Prints the fields of an object schema, each with its description. */
export function printFields(schema: Schema, direction: Direction, indent: string): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const type = printType(field, direction, indent);
    const mark = required.has(name) ? '' : '?';
    const orUndefined = mark === '?' && direction === 'input' ? ' | undefined' : '';
    const text = field.deprecated === true ? `@deprecated ${describe(field) ?? ''}` : describe(field);
    return `${printComment(text, indent)}${indent}${name}${mark}: ${type}${orUndefined};\n`;
  });
  return fields.join('');
}

export function printComment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}

/** Returns a field's description, which is in a part of the union if the field is nullable. */
function describe(schema: Schema): string | undefined {
  return schema.description ?? schema.anyOf?.find(({ description }) => description !== undefined)?.description;
}

/** Returns the name of a type; `Error` is renamed, because JavaScript already has a global `Error`. */
export function typeNameOf(reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return name === 'Error' ? 'ErrorBody' : name;
}

const printLiteral = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", String.raw`\'`)}'` : String(value);
