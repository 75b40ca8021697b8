import { closest, distance } from 'fastest-levenshtein';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export interface UnknownField {
  /** As an author writes it: `features.serach`, `models[1].prize`. */
  readonly name: string;
  /** JSON Pointer: `/features/serach`. */
  readonly pointer: string;
  /** The field that was most likely meant, if one has a similar name. */
  readonly meant: string | undefined;
}

/** More are not named: their number is the caller's choice. */
const maxNamed = 10;
/** Longer names resemble nothing, and comparing them costs more than they are worth. */
const maxComparedLength = 64;

/** Fields of a body that its schema does not know, in the order of the body, at most ten. */
export function findUnknownFields(schema: object, body: unknown): UnknownField[] {
  return list(schema, body, { name: '', pointer: '' }).slice(0, maxNamed);
}

interface Place {
  readonly name: string;
  readonly pointer: string;
}

function list(schema: Schema, value: unknown, at: Place): UnknownField[] {
  if (typeof value !== 'object' || value === null) return [];
  const { anyOf, items, properties } = schema;
  if (anyOf !== undefined) {
    const branches = anyOf.filter(({ type }) => type !== 'null').map((branch) => list(branch, value, at));
    // The branch that is meant is the one that knows most.
    return branches.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(value)) {
    if (items === undefined) return [];
    return value.flatMap((item, index) =>
      list(items, item, { name: `${at.name}[${String(index)}]`, pointer: `${at.pointer}/${String(index)}` }),
    );
  }
  if (properties === undefined) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const place = {
      name: at.name === '' ? name : `${at.name}.${name}`,
      pointer: `${at.pointer}/${escapePointer(name)}`,
    };
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined
      ? [{ ...place, meant: findSimilar(name, Object.keys(properties)) }]
      : list(known, field, place);
  });
}

/** RFC 6901, section 3. */
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** More differences than a third of the letters make another word. */
function findSimilar(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > maxComparedLength) return undefined;
  const lower = new Map(known.map((field) => [field.toLowerCase(), field]));
  const found = closest(name.toLowerCase(), [...lower.keys()]);
  return distance(name.toLowerCase(), found) <= Math.max(1, name.length / 3) ? lower.get(found) : undefined;
}
