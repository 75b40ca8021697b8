interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** More are not named: their number is the caller's choice. */
const maxNamed = 10;

/** Fields of a body that its schema does not know, as paths (`features.serach`): they are ignored, and named in a warning. */
export function findUnknownFields(schema: object, body: unknown): string[] {
  return list(schema, body, '').slice(0, maxNamed);
}

function list(schema: Schema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { anyOf, items, properties } = schema;
  if (anyOf !== undefined) {
    const branches = anyOf.filter(({ type }) => type !== 'null').map((branch) => list(branch, value, path));
    // The branch that is meant is the one that knows most.
    return branches.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(value)) {
    if (items === undefined) return [];
    return value.flatMap((item, index) => list(items, item, `${path.slice(0, -1)}[${String(index)}].`));
  }
  if (properties === undefined) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined ? [`${path}${name}`] : list(known, field, `${path}${name}.`);
  });
}
