import { listOperations } from './list-operations.ts';
import type { ListedOperation } from './list-operations.ts';
import type { ApiGeneratedEntry, ApiGeneratedPage, ApiSpec, JsonObject } from './api-spec.ts';
import { createUniquePaths, toPagePath, toSitePath } from './page-path.ts';
import { fieldOf, flagOf, isObject, listOf, textOf } from './read-json.ts';

export const defaultDirectory = 'api-reference';

interface MutableGroup {
  readonly kind: 'group';
  readonly label: string;
  readonly icon?: { readonly name: string };
  readonly entries: ApiGeneratedEntry[];
}

/**
 * Lists the pages of a spec as a navigation node shows them: one group per tag, in the order in which operations use
 * the tags.
 */
export function listPages(spec: ApiSpec, directory = defaultDirectory): readonly ApiGeneratedEntry[] {
  const unique = createUniquePaths();
  const top: ApiGeneratedEntry[] = [];
  const groups = new Map<string, MutableGroup>();
  const tags = tagsByName(spec);
  const groupOf = (name: string, depth = 0): MutableGroup => {
    const known = groups.get(name);
    if (known !== undefined) return known;
    const tag = tags.get(name);
    const icon = textOf(fieldOf(tag, 'x-mint'), 'icon') || textOf(tag, 'x-icon');
    const group: MutableGroup = {
      kind: 'group',
      label: textOf(tag, 'x-group') || textOf(tag, 'x-displayName') || textOf(tag, 'summary') || name,
      ...(icon === '' ? {} : { icon: { name: icon } }),
      entries: [],
    };
    groups.set(name, group);
    const parent = textOf(tag, 'parent');
    // OpenAPI 3.2 tags can be nested; a tag that is its own ancestor is at the top level.
    const siblings =
      parent === '' || parent === name || depth > 8 || !tags.has(parent) ? top : groupOf(parent, depth + 1).entries;
    siblings.push(group);
    return group;
  };
  for (const operation of listOperations(spec)) {
    if (flagOf(operation.node, 'x-excluded') || flagOf(operation.item, 'x-excluded')) continue;
    const tag = tagOf(operation);
    const page = describePage(operation, { directory, tag, unique });
    (tag === '' ? top : groupOf(tag).entries).push(page);
  }
  return top;
}

/** Returns all pages of a list, including those in groups. */
export function flattenPages(entries: readonly ApiGeneratedEntry[]): ApiGeneratedPage[] {
  return entries.flatMap((entry) => (entry.kind === 'page' ? [entry] : flattenPages(entry.entries)));
}

function tagsByName(spec: ApiSpec): ReadonlyMap<string, JsonObject> {
  const tags = new Map<string, JsonObject>();
  for (const tag of [...listOf(spec.root, 'tags'), ...listOf(fieldOf(spec.root, 'info'), 'tags')])
    if (isObject(tag)) tags.set(textOf(tag, 'name'), tag);
  return tags;
}

function tagOf({ node }: ListedOperation): string {
  const [first] = listOf(node, 'tags');
  return typeof first === 'string' ? first : textOf(first, 'name');
}

interface PagePlace {
  readonly directory: string;
  readonly tag: string;
  readonly unique: (path: string) => string;
}

function describePage(
  { reference, node, item }: ListedOperation,
  { directory, tag, unique }: PagePlace,
): ApiGeneratedPage {
  const mint = fieldOf(node, 'x-mint') ?? fieldOf(item, 'x-mint');
  const found = fieldOf(mint, 'metadata');
  const metadata = isObject(found) ? found : {};
  const name = reference.kind === 'operation' ? reference.path : reference.name;
  const method = reference.kind === 'channel' ? '' : reference.method;
  const summary =
    textOf(node, 'summary') || textOf(item, 'summary') || (reference.kind === 'channel' ? textOf(node, 'title') : '');
  const href = toSitePath(textOf(mint, 'href'));
  return {
    kind: 'page',
    path: unique(
      href === ''
        ? toPagePath({ directory, tag, summary, method: reference.kind === 'webhook' ? '' : method, name })
        : href,
    ),
    title: textOf(metadata, 'title') || summary || untitled(reference.kind, method, name),
    description: textOf(metadata, 'description') || textOf(node, 'description') || textOf(item, 'description'),
    reference,
    method: badgeOf(reference.kind, method),
    deprecated: flagOf(node, 'deprecated'),
    hidden: flagOf(node, 'x-hidden') || flagOf(item, 'x-hidden'),
    content: textOf(mint, 'content'),
    metadata,
  };
}

function untitled(kind: 'operation' | 'webhook' | 'channel', method: string, name: string): string {
  return kind === 'operation' ? `${method.toUpperCase()} ${name}` : name;
}

export function badgeOf(kind: 'operation' | 'webhook' | 'channel', method: string): string {
  if (kind === 'webhook') return 'WEBHOOK';
  return kind === 'channel' ? 'WSS' : method.toUpperCase();
}
