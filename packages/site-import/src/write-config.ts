import type { NavEntry, SitePlan } from './site-plan.ts';

/**
 * Writes docs.json for a planned site. Entries for pages that weren't imported are left out, as are groups with only
 * such entries.
 */
export function writeConfig(plan: SitePlan, files: ReadonlySet<string>): string {
  const keep = (entries: readonly NavEntry[]): NavEntry[] => entries.flatMap((entry) => keepEntry(entry, files) ?? []);
  const navigation = Array.isArray(plan.navigation)
    ? toNode(keep(plan.navigation as readonly NavEntry[]))
    : {
        tabs: (plan.navigation as Exclude<SitePlan['navigation'], readonly NavEntry[]>).tabs
          .map(({ tab, pages }) => ({ tab, ...toNode(keep(pages)) }))
          .filter((tab) => ('groups' in tab ? tab.groups : tab.pages).length > 0),
      };
  const pages = new Set([...files].map((path) => `/${path.replace(/\.mdx$/, '').replace(/(?:^|\/)index$/, '')}`));
  const redirects = plan.redirects.filter(({ source }) => !pages.has(source) && source !== '/');
  const config = {
    $schema: 'https://mintlify.com/docs.json',
    theme: 'mint',
    name: plan.name,
    colors: { primary: '#2563eb' },
    ...plan.look,
    navigation,
    ...(redirects.length > 0 && { redirects }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Returns `groups` if all entries are groups, which every reader of docs.json supports; `pages` if some aren't. */
function toNode(entries: readonly NavEntry[]): { groups: readonly NavEntry[] } | { pages: readonly NavEntry[] } {
  return entries.every((entry) => typeof entry !== 'string') ? { groups: entries } : { pages: entries };
}

function keepEntry(entry: NavEntry, files: ReadonlySet<string>): NavEntry | undefined {
  if (typeof entry === 'string') return files.has(`${entry}.mdx`) ? entry : undefined;
  const pages = entry.pages.flatMap((inner) => keepEntry(inner, files) ?? []);
  const { root, ...rest } = entry;
  const hasRoot = root !== undefined && files.has(`${root}.mdx`);
  if (pages.length === 0 && !hasRoot) return undefined;
  if (pages.length === 0) return root;
  return { ...rest, ...(hasRoot && { root }), pages };
}
