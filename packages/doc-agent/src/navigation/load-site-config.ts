import { parseJson, findStringMember, JsonSyntaxError } from '../json/parse-json.ts';
import type { JsonNode } from '../json/parse-json.ts';
import type { Workspace } from '../overlay/workspace.ts';
import { ToolError } from '../tools/tool-error.ts';

export interface ConfigFile {
  readonly path: string;
  readonly text: string;
  readonly root: JsonNode;
}
/** The site's configuration with every file that a `$ref` in it leads to. */
export interface SiteConfigFiles {
  readonly main: ConfigFile;
  readonly files: ReadonlyMap<string, ConfigFile>;
}

const maxRefFiles = 200;

/** Reads docs.json (or mint.json) and its `$ref`ed files. Throws `no_config`, or `invalid_json` naming file and line. */
export async function loadSiteConfig(workspace: Workspace): Promise<SiteConfigFiles> {
  const name = (await workspace.findText('docs.json')) !== undefined ? 'docs.json' : 'mint.json';
  if ((await workspace.findText(name)) === undefined) {
    throw new ToolError('no_config', 'the docs folder has neither docs.json nor mint.json');
  }
  const files = new Map<string, ConfigFile>();
  const queue = [name];
  for (let path = queue.shift(); path !== undefined && files.size < maxRefFiles; path = queue.shift()) {
    if (files.has(path)) continue;
    const text = await workspace.findText(path);
    // A `$ref` that leads nowhere is the gate's finding, not a reason to refuse other edits.
    if (text === undefined) continue;
    const file = { path, text, root: parseConfig(path, text) };
    files.set(path, file);
    queue.push(...findRefs(file));
  }
  const main = files.get(name);
  if (main === undefined) throw new ToolError('no_config', `"${name}" can't be read`);
  return { main, files };
}

export function parseConfig(path: string, text: string): JsonNode {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw new ToolError('invalid_json', `"${path}" is not valid JSON: ${error.message}`);
    throw error;
  }
}

function findRefs(file: ConfigFile): string[] {
  const found: string[] = [];
  const visit = (node: JsonNode): void => {
    if (node.type === 'array') node.items.forEach(visit);
    if (node.type !== 'object') return;
    const target = resolveRef(file.path, node);
    if (target !== undefined) found.push(target);
    for (const member of node.members) visit(member.value);
  };
  visit(file.root);
  return found;
}

/** The file that an object's `$ref` names, undefined when it has none or it leaves the docs folder. */
export function resolveRef(fromFile: string, node: JsonNode): string | undefined {
  const ref = findStringMember(node, '$ref')?.value;
  if (ref === undefined || !/\.json$/i.test(ref) || /^[a-z][a-z0-9+.-]*:/i.test(ref)) return undefined;
  return joinRelative(ref.startsWith('/') ? '' : dirname(fromFile), ref);
}

export function dirname(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Joins a folder and a relative path by segments; undefined when it would leave the docs folder. */
export function joinRelative(folder: string, relative: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}
