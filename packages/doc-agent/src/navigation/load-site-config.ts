import { parseJson, JsonSyntaxError } from '../json/parse-json.ts';
import type { JsonNode } from '../json/parse-json.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ToolError } from '../errors.ts';
import { resolveRef } from '../json/resolve-ref.ts';

export interface ConfigFile {
  readonly path: string;
  readonly text: string;
  readonly root: JsonNode;
}
/** The site's configuration with every file referenced by a `$ref` in it. */
export interface SiteConfigFiles {
  readonly main: ConfigFile;
  readonly files: ReadonlyMap<string, ConfigFile>;
}

const maxRefFiles = 200;

/** Reads docs.json (or mint.json) and its `$ref`ed files. Throws `no_config`, or `invalid_json` with file and line. */
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
    // The gate reports a broken `$ref`, so it isn't a reason to reject other edits.
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
