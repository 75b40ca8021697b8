import type { TSchema } from 'typebox';

export interface Field {
  /** `source.repository` for a field inside of another. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** JSON Schema keywords that the contract uses, as far as a reader needs them. */
interface Shape {
  readonly $id?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

/** The fields of an object, those of objects inside of it right after their owner. */
export function fieldsOf(schema: TSchema): Field[] {
  return listFields(schema, '');
}

/** A type in words: `string (date-time) or null`, `array of ExportIssue`. */
export function describeSchema(schema: TSchema): string {
  return describe(schema);
}

function listFields(shape: Shape, prefix: string): Field[] {
  const required = new Set(shape.required);
  return Object.entries(shape.properties ?? {}).flatMap(([key, value]) => {
    const own = {
      name: prefix + key,
      type: describe(value),
      required: required.has(key),
      description: value.description ?? withoutNull(value).description ?? '',
    };
    const inner = withoutNull(value);
    if (inner.properties !== undefined) return [own, ...listFields(inner, `${own.name}.`)];
    const item = inner.items === undefined ? undefined : withoutNull(inner.items);
    // A list of things that have a schema of their own is described where they are.
    return item?.properties === undefined || item.$id !== undefined
      ? [own]
      : [own, ...listFields(item, `${own.name}[].`)];
  });
}

function withoutNull(shape: Shape): Shape {
  return shape.anyOf?.find(({ type }) => type !== 'null') ?? shape;
}

function describe(shape: Shape): string {
  if (shape.anyOf !== undefined) return shape.anyOf.map(describe).join(' or ');
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.type === 'array') return `array of ${shape.items === undefined ? 'anything' : describe(shape.items)}`;
  if (shape.type === 'object') return shape.$id ?? 'object';
  const bounds = [
    shape.format,
    range(shape.minimum, shape.maximum, ''),
    range(shape.minLength, shape.maxLength, ' characters'),
    shape.default === undefined ? undefined : `default ${JSON.stringify(shape.default)}`,
  ].filter((bound) => bound !== undefined);
  const type = shape.type ?? 'anything';
  return bounds.length === 0 ? type : `${type} (${bounds.join(', ')})`;
}

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (max === undefined) return `${String(min)}${unit} or more`;
  return min === undefined ? `up to ${String(max)}${unit}` : `${String(min)} to ${String(max)}${unit}`;
}
