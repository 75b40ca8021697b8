import { insertItem } from '../json/edit-json.ts';
import { findMember, findStringMember } from '../json/parse-json.ts';
import type { JsonMember, JsonObject } from '../json/parse-json.ts';
import { ToolError } from '../errors.ts';
import { ConfigEditor } from './config-editor.ts';
import type { ConfigFile, SiteConfigFiles } from './load-site-config.ts';

/** Members of `navigation` that belong to no language. */
const shared = ['global', '$ref'];

/**
 * Adds an empty language to the navigation. On a site without languages, the whole navigation becomes the navigation of
 * `existing`, the site's language.
 */
export function addLanguage(
  config: SiteConfigFiles,
  { name, existing }: { readonly name: string; readonly existing: string | undefined },
): SiteConfigFiles {
  const { file, navigation } = findNavigation(config);
  const editor = new ConfigEditor(config);
  const languages = findMember(navigation, 'languages')?.value;
  if (languages?.type === 'array') {
    if (languages.items.some((item) => findStringMember(item, 'language')?.value === name))
      throw new ToolError('no_change', `the navigation already has the language "${name}"`);
    editor.add(file, insertItem(file.text, languages, languages.items.length, { language: name, groups: [] }));
    return editor.next();
  }
  if (existing === undefined || existing === name) {
    const message = 'the navigation has no languages yet; also specify `existing`, the language of the existing pages';
    throw new ToolError('invalid_input', message);
  }
  editor.add(file, {
    start: navigation.start,
    end: navigation.end,
    text: divide(file, navigation, { name, existing }),
  });
  return editor.next();
}

function findNavigation(config: SiteConfigFiles): { file: ConfigFile; navigation: JsonObject } {
  for (const file of [config.main, ...config.files.values()]) {
    const navigation = findMember(file.root, 'navigation')?.value;
    if (navigation?.type === 'object') return { file, navigation };
  }
  throw new ToolError('not_found', 'the configuration has no `navigation` with a place for languages');
}

/** Moves the existing members into the language `existing` and adds the new one. Existing lines are unchanged. */
function divide(
  { text }: ConfigFile,
  { members }: JsonObject,
  { name, existing }: { readonly name: string; readonly existing: string },
): string {
  const write = (some: readonly JsonMember[]): string[] =>
    some.map(({ key, value }) => text.slice(key.start, value.end));
  const own = [`"language": ${JSON.stringify(existing)}`, ...write(members.filter(({ key }) => !isShared(key.value)))];
  const added = JSON.stringify({ language: name, groups: [] });
  const list = `"languages": [{ ${own.join(', ')} }, ${added}]`;
  return `{ ${[list, ...write(members.filter(({ key }) => isShared(key.value)))].join(', ')} }`;
}

const isShared = (key: string): boolean => shared.includes(key);
