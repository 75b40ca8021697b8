import { parseJson, type JsonNode } from '../json/parse-json.ts';
import { joinRelative } from '../paths/join-path.ts';
import { resolveRef } from '../json/resolve-ref.ts';

/** Configuration and machine-readable indexes that every site may have, under fixed names. */
const fixedNames = ['docs.json', 'mint.json', 'llms.txt', 'llms-full.txt'];
const maxConfigFiles = 200;
const maxDepth = 200;

/**
 * The site's files other than pages: its configuration, the targets of its `$ref`s, and the API descriptions that it
 * names. Read only from the base commit, so that a job can't name a file in docs.json and then write it.
 */
export async function findSiteFiles(
  readText: (path: string) => Promise<string | null | undefined>,
): Promise<ReadonlySet<string>> {
  const found = new Set(fixedNames);
  const configs = new Set(['docs.json', 'mint.json']);
  // The set grows during the iteration.
  for (const path of configs) {
    const root = parse(await readText(path));
    if (root === undefined) continue;
    found.add(path);
    for (const named of listNamed(path, root)) {
      found.add(named.path);
      if (named.isConfig && configs.size < maxConfigFiles) configs.add(named.path);
    }
  }
  return found;
}

function parse(text: string | null | undefined): JsonNode | undefined {
  if (text === undefined || text === null) return undefined;
  try {
    return parseJson(text);
  } catch {
    // An unreadable configuration names nothing; the docs gate reports its fault.
    return undefined;
  }
}

interface NamedFile {
  readonly path: string;
  readonly isConfig: boolean;
}

function listNamed(file: string, root: JsonNode): NamedFile[] {
  const named: NamedFile[] = [];
  const visit = (node: JsonNode, depth: number): void => {
    if (depth > maxDepth) return;
    if (node.type === 'array') for (const item of node.items) visit(item, depth + 1);
    if (node.type !== 'object') return;
    const ref = resolveRef(file, node);
    if (ref !== undefined) named.push({ path: ref, isConfig: true });
    for (const { key, value } of node.members) {
      if (key.value === 'openapi' || key.value === 'asyncapi') {
        named.push(...listSpecs(value).map((path) => ({ path, isConfig: false })));
      }
      visit(value, depth + 1);
    }
  };
  visit(root, 0);
  return named;
}

/** `"api.json"`, `["a.yaml", "b.yaml"]` or `{ "source": "api.json" }`: paths in the docs folder. */
function listSpecs(node: JsonNode): string[] {
  if (node.type === 'array') return node.items.flatMap((item) => (item.type === 'string' ? listSpecs(item) : []));
  if (node.type === 'object') {
    return node.members.flatMap(({ key, value }) => (key.value === 'source' ? listSpecs(value) : []));
  }
  if (node.type !== 'string' || !/\.(?:json|ya?ml)$/i.test(node.value) || node.value.includes('://')) return [];
  const path = joinRelative('', node.value);
  return path === undefined ? [] : [path];
}
