import { readGroups, type GroupSet } from '@docwright/site-access/rules';
import type { Json } from '../../specs/api-spec.ts';
import { fieldOf, isList, isObject, listOf, plainText } from '../../specs/read-json.ts';
import { childrenOf, isContainer, type Container, type SpecDocument } from './spec-documents.ts';

/** A part of a specification that has its own reader groups. */
export interface RestrictedPart {
  readonly file: string;
  /** JSON pointer: `/paths/~1users/get`. */
  readonly pointer: string;
  /** Its own groups, and the groups of the enclosing parts. */
  readonly groupSets: readonly GroupSet[];
  readonly own: GroupSet;
  readonly container: Container;
  readonly key: string;
}

export interface FoundParts {
  readonly parts: readonly RestrictedPart[];
  readonly problems: readonly { readonly file: string; readonly pointer: string; readonly problem: string }[];
}

/** A node of a document and the path to it. */
export interface Place {
  readonly container: Container;
  readonly key: string;
  readonly node: Json;
  readonly parent: Place | undefined;
  readonly file: string;
}

/** Yields every object and list of a document, with its position. With YAML aliases, a node has several positions. */
export function* walkDocument({ path, holder }: SpecDocument): Generator<Place> {
  const seen = new Set<Container>();
  const pending: Place[] = [{ container: holder, key: 'root', node: holder.root, parent: undefined, file: path }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    yield place;
    if (!isContainer(place.node) || seen.has(place.node)) continue;
    seen.add(place.node);
    const inner = childrenOf(place.node).filter(([, child]) => isContainer(child));
    for (const [key, node] of inner.reverse())
      pending.push({ container: place.node, key, node, parent: place, file: path });
  }
}

/** Finds parts with `x-mint.groups`, at any level, and values that `x-mint-enum` lists. */
export function findParts(document: SpecDocument): FoundParts {
  const parts: RestrictedPart[] = [];
  const problems: { file: string; pointer: string; problem: string }[] = [];
  const around = new Map<Place, readonly GroupSet[]>();
  for (const place of walkDocument(document)) {
    const outer = place.parent === undefined ? [] : (around.get(place.parent) ?? []);
    const add = (value: unknown, at: Pick<RestrictedPart, 'container' | 'key' | 'pointer'>): readonly GroupSet[] => {
      const { set, problems: found } = readGroups(value);
      for (const problem of found) problems.push({ file: document.path, pointer: at.pointer, problem });
      if (set === undefined) return outer;
      parts.push({ ...at, file: document.path, own: set, groupSets: [...outer, set] });
      return [...outer, set];
    };
    const groups = fieldOf(fieldOf(place.node, 'x-mint'), 'groups');
    const here = groups === undefined ? outer : add(groups, { ...place, pointer: pointerOf(place) });
    if (here.length > 0) around.set(place, here);
    if (fieldOf(place.node, 'x-mint-enum') !== undefined)
      for (const { groups: own, ...at } of enumValues(place)) add(own, at);
  }
  return { parts, problems };
}

/** Yields the values of a schema's `enum` that have groups. */
function* enumValues(place: Place): Generator<{ groups: unknown; container: Container; key: string; pointer: string }> {
  const byValue = fieldOf(place.node, 'x-mint-enum');
  const values = fieldOf(place.node, 'enum');
  if (!isObject(byValue) || !isList(values)) return;
  for (const [index, value] of values.entries()) {
    const groups = fieldOf(byValue, plainText(value));
    if (groups !== undefined)
      yield { groups, container: values, key: String(index), pointer: `${pointerOf(place)}/enum/${index}` };
  }
}

export function pointerOf(place: Place): string {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) keys.unshift(at.key);
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the lists of a schema that describe its `enum` values by position. */
export function describedValues(schema: Json): Json[] {
  return ['x-enum-descriptions', 'x-enumDescriptions', 'x-enum-varnames', 'x-enumNames'].flatMap((key) => {
    const described = fieldOf(schema, key);
    return described === undefined || listOf(schema, 'enum').length === 0 ? [] : [described];
  });
}
