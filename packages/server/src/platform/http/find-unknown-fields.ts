import { closest, distance } from 'fastest-levenshtein';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export interface UnknownField {
  /** The name as the author wrote it: `features.serach`, `models[1].prize`. */
  readonly name: string;
  /** JSON Pointer: `/features/serach`. */
  readonly pointer: string;
  /** The field that was probably meant, if one has a similar name. */
  readonly meant: string | undefined;
}

/** Only this many fields are reported, because the caller determines their number. */
const maxNamed = 10;
/** Longer names aren't compared, because the comparison is expensive and they don't resemble a field. */
const maxComparedLength = 64;

/** Returns a body's first ten fields that aren't in its schema. */
export function findUnknownFields(schema: object, body: unknown): UnknownField[] {
  return list(schema, body, { name: '', pointer: '' })
    .take(maxNamed)
    .map(({ field, known, ...place }) => ({ ...place, meant: findSimilar(field, known) }))
    .toArray();
}

interface Place {
  readonly name: string;
  readonly pointer: string;
}

interface Found extends Place {
  readonly field: string;
  /** The fields that the schema defines at this position. */
  readonly known: readonly string[];
}

/** Finds unknown fields lazily, because a body can have a hundred thousand of them, of which only ten are reported. */
function* list(schema: Schema, value: unknown, at: Place): Generator<Found, void, undefined> {
  if (typeof value !== 'object' || value === null) return;
  const { anyOf, items, properties } = schema;
  if (anyOf !== undefined) {
    const branches = anyOf
      .filter(({ type }) => type !== 'null')
      .map((branch) => list(branch, value, at).take(maxNamed).toArray());
    // The branch that defines most of the fields is considered the intended one.
    yield* branches.toSorted((a, b) => a.length - b.length)[0] ?? [];
  } else if (Array.isArray(value)) {
    if (items === undefined) return;
    for (const [index, item] of value.entries())
      yield* list(items, item, { name: `${at.name}[${index}]`, pointer: `${at.pointer}/${index}` });
  } else if (properties !== undefined) {
    const known = Object.keys(properties);
    for (const field of Object.keys(value)) {
      const place = {
        name: at.name === '' ? field : `${at.name}.${field}`,
        pointer: `${at.pointer}/${escapePointer(field)}`,
      };
      const own = Object.hasOwn(properties, field) ? properties[field] : undefined;
      if (own === undefined) yield { ...place, field, known };
      else yield* list(own, (value as Readonly<Record<string, unknown>>)[field], place);
    }
  }
}

/** Escapes a name for a JSON Pointer (RFC 6901, section 3). */
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Finds a similar name. A name that differs in more than a third of its letters is considered a different word. */
function findSimilar(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > maxComparedLength) return undefined;
  const lower = new Map(known.map((field) => [field.toLowerCase(), field]));
  const found = closest(name.toLowerCase(), [...lower.keys()]);
  return distance(name.toLowerCase(), found) <= Math.max(1, name.length / 3) ? lower.get(found) : undefined;
}
