import { appendMember, insertItem, removeItem, replaceValue } from '../json/edit-json.ts';
import { findMember, findStringMember } from '../json/parse-json.ts';
import type { JsonArray, JsonNode, JsonString } from '../json/parse-json.ts';
import { ToolError } from '../errors.ts';
import { ConfigEditor } from './config-editor.ts';
import type { ConfigFile, SiteConfigFiles } from './load-site-config.ts';
import { resolveRef } from '../json/resolve-ref.ts';
import { trimEndOf } from '../text/trim-end.ts';

export interface Redirect {
  readonly source: string;
  readonly destination: string;
}
interface RedirectEntry extends Redirect {
  readonly file: ConfigFile;
  readonly list: JsonArray;
  readonly index: number;
  readonly sourceNode: JsonString;
  readonly destinationNode: JsonString;
}

interface RedirectList {
  readonly file: ConfigFile;
  readonly array: JsonArray;
}

export function readRedirects(config: SiteConfigFiles): readonly Redirect[] {
  return readEntries(config);
}

/** The configuration's `redirects`, even if the array or the whole configuration is a `$ref`. */
function findLists(config: SiteConfigFiles): RedirectList[] {
  const lists: RedirectList[] = [];
  const add = (file: ConfigFile, node: JsonNode | undefined): void => {
    if (node === undefined) return;
    if (node.type === 'array') {
      lists.push({ file, array: node });
      for (const item of node.items) addReferenced(file, item);
    } else addReferenced(file, node);
  };
  const addReferenced = (file: ConfigFile, node: JsonNode): void => {
    const target = config.files.get(resolveRef(file.path, node) ?? '');
    if (target?.root.type === 'array' && !lists.some((list) => list.file === target)) add(target, target.root);
  };
  add(config.main, findMember(config.main.root, 'redirects')?.value);
  const outer = config.files.get(resolveRef(config.main.path, config.main.root) ?? '');
  if (outer !== undefined && lists.length === 0) add(outer, findMember(outer.root, 'redirects')?.value);
  return lists;
}

function readEntries(config: SiteConfigFiles): RedirectEntry[] {
  const entries: RedirectEntry[] = [];
  for (const { file, array } of findLists(config)) {
    array.items.forEach((item, index) => {
      const source = findStringMember(item, 'source');
      const destination = findStringMember(item, 'destination');
      if (source === undefined || destination === undefined) return;
      entries.push({
        source: source.value,
        destination: destination.value,
        file,
        list: array,
        index,
        sourceNode: source,
        destinationNode: destination,
      });
    });
  }
  return entries;
}

/**
 * Adds a redirect, or changes the destination of an existing redirect with this source. Redirects to `source` are
 * changed to `destination`, so that no chain is created.
 */
export function addRedirect(config: SiteConfigFiles, redirect: Redirect): SiteConfigFiles {
  requireRedirect(config, redirect);
  const editor = new ConfigEditor(config);
  const entries = readEntries(config);
  for (const entry of entries) {
    const leadsHere = samePath(entry.destination, redirect.source) && !samePath(entry.source, redirect.destination);
    if (leadsHere) editor.add(entry.file, replaceValue(entry.destinationNode, redirect.destination));
  }
  const existing = entries.find((entry) => samePath(entry.source, redirect.source));
  if (existing !== undefined) {
    if (existing.destination !== redirect.destination)
      editor.add(existing.file, replaceValue(existing.destinationNode, redirect.destination));
    return editor.next();
  }
  const list = findLists(config).at(-1);
  const value = { source: redirect.source, destination: redirect.destination };
  if (list !== undefined) editor.add(list.file, insertItem(list.file.text, list.array, list.array.items.length, value));
  else if (config.main.root.type === 'object')
    editor.add(config.main, appendMember(config.main.text, config.main.root, 'redirects', [value]));
  return editor.next();
}

/** Removes the redirect that would hide a page at its source path. Wildcards are unchanged. */
export function removeRedirect(config: SiteConfigFiles, source: string): SiteConfigFiles {
  const entry = readEntries(config).find((candidate) => samePath(candidate.source, source));
  if (entry === undefined) return config;
  const editor = new ConfigEditor(config);
  editor.add(entry.file, removeItem(entry.list, entry.index));
  return editor.next();
}

function requireRedirect(config: SiteConfigFiles, { source, destination }: Redirect): void {
  if (!source.startsWith('/') || /[?#\s]/.test(source) || source.startsWith('//')) {
    throw new ToolError(
      'invalid_redirect',
      `the source "${source}" must be a path that begins with "/" and has no "?", "#" or spaces`,
    );
  }
  if (!/^(?:\/(?!\/)|https?:\/\/)/.test(destination) || /\s/.test(destination)) {
    throw new ToolError(
      'invalid_redirect',
      `the destination "${destination}" must be a path that begins with "/", or an http(s) URL`,
    );
  }
  if (samePath(source, destination))
    throw new ToolError('invalid_redirect', `"${source}" can't be redirected to itself`);
  const entries = readEntries(config);
  const seen = new Set<string>();
  for (let at: string | undefined = destination; at !== undefined && !seen.has(at);) {
    seen.add(at);
    const current: string = at;
    at = entries.find((entry) => samePath(entry.source, current))?.destination;
    if (at !== undefined && samePath(at, source)) {
      throw new ToolError('invalid_redirect', `a redirect from "${source}" to "${destination}" would create a loop`);
    }
  }
}

function samePath(a: string, b: string): boolean {
  return normalize(a) === normalize(b);
}
function normalize(path: string): string {
  return `/${trimEndOf(path.replace(/^\/+/, '').split(/[?#]/, 1)[0] ?? '', '/')}`;
}

/** Whether a redirect, including wildcards, matches a path. */
export function isRedirected(redirects: readonly Redirect[], path: string): boolean {
  return redirects.some(({ source }) => matchesSource(normalize(source).split('/'), normalize(path).split('/')));
}

/** Whether a path matches a pattern: `:name` matches one segment, and `:name*` and `*` match the rest. */
function matchesSource(pattern: readonly string[], path: readonly string[]): boolean {
  for (const [index, segment] of pattern.entries()) {
    if (segment === '*' || /^:[\w-]+\*$/.test(segment)) return true;
    const actual = path[index];
    if (actual === undefined) return false;
    if (segment.endsWith('*') && actual.startsWith(segment.slice(0, -1))) return true;
    if (!/^:[\w-]+$/.test(segment) && segment !== actual) return false;
  }
  return pattern.length === path.length;
}
