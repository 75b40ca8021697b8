import { replaceValue } from '../json/edit-json.ts';
import type { JsonNode } from '../json/parse-json.ts';
import { splitTarget } from '../links/resolve-link.ts';
import { ConfigEditor } from './config-editor.ts';
import type { ConfigFile, SiteConfigFiles } from './load-site-config.ts';
import { toPagePath } from './read-navigation.ts';

const linkKeys = new Set(['href', 'url', 'destination']);

/**
 * Changes links to one page into links to another, in the configuration itself: navigation bar, footer, anchors and
 * redirect destinations.
 */
export function retargetConfigLinks(config: SiteConfigFiles, from: string, to: string): SiteConfigFiles {
  const editor = new ConfigEditor(config);
  const visit = (file: ConfigFile, node: JsonNode, key: string): void => {
    if (node.type === 'array') for (const item of node.items) visit(file, item, key);
    if (node.type === 'object') for (const member of node.members) visit(file, member.value, member.key.value);
    if (node.type !== 'string' || !linkKeys.has(key) || !node.value.startsWith('/')) return;
    const { path, suffix } = splitTarget(node.value);
    if (toPagePath(path) === toPagePath(from)) editor.add(file, replaceValue(node, `/${toPagePath(to)}${suffix}`));
  };
  for (const file of config.files.values()) visit(file, file.root, '');
  return editor.next();
}
