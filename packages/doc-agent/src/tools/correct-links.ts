import { areaOfEntry } from '../links/page-area.ts';
import { correctLink, type Correction, type CorrectionPage, type CorrectionSite } from '../links/correct-link.ts';
import type { BrokenLink } from '../links/find-broken-links.ts';
import { decodePart } from '../links/resolve-link.ts';
import { toLinkPath } from '../paths/page-index.ts';
import type { SiteConfigFiles } from '../navigation/load-site-config.ts';
import { readNavigation } from '../navigation/read-navigation.ts';
import { findSections } from '../sections/find-sections.ts';
import { isAnchorOf } from '../sections/match-anchor.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Finds the intended page of each broken link, if it is certain. */
export async function correctLinks(
  workspace: Workspace,
  config: SiteConfigFiles | undefined,
  broken: readonly BrokenLink[],
): Promise<ReadonlyMap<BrokenLink, Correction>> {
  if (broken.length === 0) return new Map();
  const site = await describeSite(workspace, config, broken);
  const corrections = new Map<BrokenLink, Correction>();
  // Many pages link to the same missing page.
  const known = new Map<string, Correction | undefined>();
  for (const link of broken) {
    const asked = { from: toLinkPath(link.path), path: link.resolved, written: link.target, text: link.text };
    const key = JSON.stringify(asked);
    if (!known.has(key)) known.set(key, correctLink(asked, site));
    const correction = known.get(key);
    if (correction !== undefined) corrections.set(link, correction);
  }
  return corrections;
}

async function describeSite(
  workspace: Workspace,
  config: SiteConfigFiles | undefined,
  broken: readonly BrokenLink[],
): Promise<CorrectionSite> {
  const { pages } = await workspace.pages();
  const texts = await workspace.texts(pages);
  const navigation = config === undefined ? [] : readNavigation(config).pages;
  const places = new Map(navigation.map((entry, index) => [entry.path, { index, area: areaOfEntry(entry) }] as const));
  const placeOf = (path: string): number => places.get(path)?.index ?? Number.POSITIVE_INFINITY;
  const described = texts.map(([file, text]): CorrectionPage => {
    const path = toLinkPath(file);
    return { path, title: workspace.card(file, text).title, area: places.get(path)?.area ?? '' };
  });
  const renames = await workspace.base.findRenames();
  const present = new Set(described.map(({ path }) => path));
  return {
    pages: described.sort((a, b) => placeOf(a.path) - placeOf(b.path) || (a.path < b.path ? -1 : 1)),
    renamed: (path) => followRenames(path, renames, present),
    hasAnchor: (path, anchor) => {
      const text = texts.find(([file]) => toLinkPath(file) === path)?.[1] ?? '';
      return findSections(text).some((section) => isAnchorOf(section, decodePart(anchor)));
    },
    usesWord: createVocabulary(texts, broken),
  };
}

/** Follows the renames of a page, which may have been renamed more than once. */
function followRenames(
  path: string,
  renames: ReadonlyMap<string, string>,
  present: ReadonlySet<string>,
): string | undefined {
  let current = path;
  for (let step = 0; step < 20; step += 1) {
    const file = [`${current}.mdx`, `${current}.md`, `${current}/index.mdx`].find((name) => renames.has(name));
    const next = file === undefined ? undefined : renames.get(file);
    if (next === undefined) return current !== path && present.has(current) ? current : undefined;
    current = toLinkPath(next);
  }
  return undefined;
}

/** A word that occurs more often than this in prose belongs to the site's vocabulary. */
const rareUses = 2;

/** Counts only the words of broken paths, outside links: one pass over the site. */
function createVocabulary(
  texts: readonly (readonly [string, string])[],
  broken: readonly BrokenLink[],
): (word: string) => boolean {
  const asked = new Set(broken.flatMap(({ resolved }) => resolved.toLowerCase().split(/[/\-_.]/)));
  const uses = new Map<string, number>();
  for (const [, text] of texts) {
    for (const [word] of text.toLowerCase().matchAll(/(?<![/\w-])[a-z]{2,}(?![/\w-])/g)) {
      if (asked.has(word)) uses.set(word, (uses.get(word) ?? 0) + 1);
    }
  }
  return (word) => (uses.get(word) ?? 0) > rareUses;
}
