import { loadYaml } from '../../../text/load-yaml.ts';
import type { Json } from '../../specs/api-spec.ts';
import { isList, isObject, toObject } from '../../specs/read-json.ts';
import type { SpecCuts } from './spec-cuts.ts';
import { childrenOf, isContainer, type SpecDocument } from './spec-documents.ts';

/** Lists for which empty and missing have different meanings. */
const neverEmpty = ['oneOf', 'anyOf', 'allOf', 'enum', 'required', 'tags'];

/** Writes the document without omitted parts and without the names of groups, in the file's own format. */
export function writeDocument({ path, holder }: SpecDocument, cuts: SpecCuts): Uint8Array {
  const value = copy(holder.root, cuts);
  const text = /\.json$/i.test(path)
    ? `${JSON.stringify(value, undefined, 2)}\n`
    : loadYaml().stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
  return new TextEncoder().encode(text);
}

function copy(node: Json, cuts: SpecCuts): Json {
  if (!isContainer(node)) return node;
  if (isList(node)) return node.filter((_, index) => !cuts.has(node, String(index))).map((item) => copy(item, cuts));
  return toObject(
    childrenOf(node).flatMap(([key, child]): [string, Json][] => {
      if (cuts.has(node, key) || key === 'x-mint-enum') return [];
      const value = key === 'x-mint' ? withoutGroups(child, cuts) : copy(child, cuts);
      const isEmptied = isList(value) && value.length === 0 && isList(child) && child.length > 0;
      return value === undefined || (isEmptied && neverEmpty.includes(key)) ? [] : [[key, value]];
    }),
  );
}

/** Copies `x-mint` without its groups: readers of a part don't need the names of the groups that can read it. */
function withoutGroups(mint: Json, cuts: SpecCuts): Json | undefined {
  if (!isObject(mint) || !isContainer(mint) || !Object.hasOwn(mint, 'groups')) return copy(mint, cuts);
  const rest = childrenOf(mint).filter(([key]) => key !== 'groups');
  return rest.length === 0 ? undefined : toObject(rest.map(([key, child]) => [key, copy(child, cuts)] as const));
}
