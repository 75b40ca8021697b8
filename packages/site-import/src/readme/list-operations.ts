import { asRecord, parseYaml } from '../text/split-frontmatter.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Lists the methods and paths in a specification by operation ID: `getPet` → `GET /pets/{id}`. */
export function listOperations(text: string): ReadonlyMap<string, string> {
  const { data } = parseYaml(text);
  const found = new Map<string, string>();
  for (const [path, item] of Object.entries(asRecord(asRecord(data)['paths'])))
    for (const method of methods) {
      const id = asRecord(asRecord(item)[method])['operationId'];
      if (typeof id === 'string') found.set(id, `${method.toUpperCase()} ${path}`);
    }
  return found;
}
