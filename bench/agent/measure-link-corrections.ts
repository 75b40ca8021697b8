/**
 * Measures how often a corrected link is right: breaks working links of real sites in the ways that people break them,
 * and compares the agent's corrections with the original links. `node bench/agent/measure-link-corrections.ts
 * FOLDER...`, with one site in each folder.
 */
import { indexPages, isPageFile, toLinkPath } from '../../packages/doc-agent/src/paths/page-index.ts';
import { resolveTarget } from '../../packages/doc-agent/src/links/resolve-link.ts';
import { findBrokenLinks, type BrokenLink } from '../../packages/doc-agent/src/links/find-broken-links.ts';
import { findLinks, type LinkSpan } from '../../packages/doc-agent/src/links/find-links.ts';
import { areaOfEntry, areaOfPath } from '../../packages/doc-agent/src/links/page-area.ts';
import { writeTarget } from '../../packages/doc-agent/src/links/rewrite-links.ts';
import { loadSiteConfig } from '../../packages/doc-agent/src/navigation/load-site-config.ts';
import { readNavigation } from '../../packages/doc-agent/src/navigation/read-navigation.ts';
import { Workspace } from '../../packages/doc-agent/src/workspace/workspace.ts';
import { resolvePolicy } from '../../packages/doc-agent/src/policy/policy.ts';
import type { BaseFiles } from '../../packages/doc-agent/src/ports.ts';
import { folderFiles } from '../../packages/doc-agent/src/testing/folder-files.ts';
import { correctLinks } from '../../packages/doc-agent/src/tools/correct-links.ts';

/** A link that works, and the page file that it resolves to. */
interface GoodLink {
  readonly path: string;
  readonly link: LinkSpan;
  readonly target: string;
}
type Texts = Map<string, string>;
interface Broken {
  readonly texts: Texts;
  readonly renames: ReadonlyMap<string, string>;
  /** The intended page path by page and target of each broken link; `null` for a deleted page. */
  readonly expected: ReadonlyMap<string, string | null>;
}
type Way = (texts: Texts, links: readonly GoodLink[], random: () => number) => Broken;

const LINKS_PER_WAY = 60;

/**
 * Breaks individual links by changing their targets. `change` returns `undefined` if a link can't be broken this way.
 */
function rewriteEach(change: (path: string, random: () => number) => string | undefined): Way {
  return (before, links, random) => {
    const texts = new Map(before);
    const expected = new Map<string, string>();
    const byPage = Map.groupBy(links, ({ path }) => path);
    for (const [path, those] of byPage) {
      let text = texts.get(path) ?? '';
      for (const { link, target } of those.toSorted((a, b) => b.link.start - a.link.start)) {
        const [, bare = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link.target) ?? [];
        const broken = change(bare, random);
        if (broken === undefined || broken === bare) continue;
        text = `${text.slice(0, link.start)}${broken}${rest}${text.slice(link.end)}`;
        expected.set(keyOf(path, `${broken}${rest}`), toLinkPath(target));
      }
      texts.set(path, text);
    }
    return { texts, renames: new Map(), expected };
  };
}

/** Breaks links by moving their target pages to another path or deleting them. */
function takeAway(toNewPath: (path: string) => string | null, isInHistory = false): Way {
  return (before, links) => {
    const texts = new Map(before);
    const moved = new Map<string, string | null>();
    for (const { target } of links) {
      if (moved.size >= LINKS_PER_WAY / 4 || moved.has(target)) continue;
      const next = toNewPath(target);
      if (next !== null && texts.has(next)) continue;
      moved.set(target, next);
      const text = texts.get(target) ?? '';
      texts.delete(target);
      if (next !== null) texts.set(next, text);
      for (const config of ['docs.json', 'mint.json']) {
        const source = texts.get(config);
        const name = JSON.stringify(toLinkPath(target));
        if (source !== undefined)
          texts.set(config, source.replaceAll(name, JSON.stringify(next === null ? 'x' : toLinkPath(next))));
      }
    }
    const expected = new Map<string, string | null>();
    for (const { path, link, target } of links) {
      const next = moved.get(target);
      if (next !== undefined && texts.has(path))
        expected.set(keyOf(path, link.target), next === null ? null : toLinkPath(next));
    }
    const renames = new Map(
      [...moved].flatMap(([from, to]) => (isInHistory && to !== null ? [[from, to] as const] : [])),
    );
    return { texts, renames, expected };
  };
}

const inLastSegment = (path: string, change: (segment: string) => string | undefined): string | undefined => {
  const at = path.replace(/\/+$/, '').lastIndexOf('/') + 1;
  const changed = change(path.slice(at));
  return changed === undefined ? undefined : `${path.slice(0, at)}${changed}`;
};
const pick = (random: () => number, below: number): number => Math.floor(random() * below);

const ways: Readonly<Record<string, Way>> = {
  'letters swapped': rewriteEach((path, random) =>
    inLastSegment(path, (name) => {
      const at = 1 + pick(random, name.length - 2);
      return name.length < 4 || /[^a-z]{1}/i.test(name.slice(at, at + 2))
        ? undefined
        : `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}`;
    }),
  ),
  'letter lost': rewriteEach((path, random) =>
    inLastSegment(path, (name) => {
      const at = 1 + pick(random, name.length - 1);
      return name.length < 4 ? undefined : `${name.slice(0, at)}${name.slice(at + 1)}`;
    }),
  ),
  'letter doubled': rewriteEach((path, random) =>
    inLastSegment(path, (name) => {
      const at = pick(random, name.length);
      return name.length < 4 ? undefined : `${name.slice(0, at)}${name[at] ?? ''}${name.slice(at)}`;
    }),
  ),
  'upper case': rewriteEach((path) =>
    /^[a-z/-]+$/.test(path) ? path.replace(/\/([a-z])/g, (match) => match.toUpperCase()) : undefined,
  ),
  underscores: rewriteEach((path) => (path.includes('-') ? path.replaceAll('-', '_') : undefined)),
  '.html': rewriteEach((path) => (/\.\w+$|\/$/.test(path) ? undefined : `${path}.html`)),
  '.md': rewriteEach((path) => (/\.\w+$|\/$/.test(path) ? undefined : `${path}.md`)),
  'slash at the end, upper case': rewriteEach((path) =>
    /^[a-z/-]+[a-z]$/.test(path) ? `${path.replace(/\/([a-z])/g, (match) => match.toUpperCase())}/` : undefined,
  ),
  'slash at the end, missing letter': rewriteEach((path, random) =>
    path.endsWith('/')
      ? undefined
      : inLastSegment(path, (name) => {
          const at = 1 + pick(random, name.length - 1);
          return name.length < 4 ? undefined : `${name.slice(0, at)}${name.slice(at + 1)}/`;
        }),
  ),
  'without its root slash': rewriteEach((path) => (path.startsWith('/') ? path.slice(1) : undefined)),
  'page renamed, in git': takeAway((path) => path.replace(/([^/]+)(\.mdx?)$/, 'renamed-$1-page$2'), true),
  'page moved': takeAway((path) => `moved-pages/${path.split('/').at(-1) ?? ''}`),
  'page renamed, no history': takeAway((path) => path.replace(/([^/]+)(\.mdx?)$/, 'something-else$2')),
  'page deleted': takeAway(() => null),
};

const keyOf = (path: string, target: string): string => `${path}\n${target}`;

/** Creates a repeatable generator (mulberry32), so that the same links are broken in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function toBase(texts: Texts, renames: ReadonlyMap<string, string>): BaseFiles {
  const encoded = new Map([...texts].map(([path, text]) => [path, new TextEncoder().encode(text)] as const));
  const files = [...encoded].map(([path, bytes]) => ({ path, sizeBytes: bytes.length }));
  return {
    list: () => Promise.resolve(files.sort((a, b) => (a.path < b.path ? -1 : 1))),
    read: (path) => Promise.resolve(encoded.get(path)),
    findRenames: () => Promise.resolve(renames),
  };
}

const policy = resolvePolicy();
const openWorkspace = (base: BaseFiles) => new Workspace({ base, overlay: new Map(), policy, seen: [] });

async function readSite(folder: string): Promise<Texts> {
  const workspace = openWorkspace(await folderFiles(folder));
  const paths = (await workspace.paths()).filter((path) => isPageFile(path) || path.endsWith('.json'));
  return new Map(await workspace.texts(paths));
}

function listGoodLinks(texts: Texts): GoodLink[] {
  const pages = indexPages([...texts.keys()]);
  return [...texts].flatMap(([path, text]) => {
    if (!isPageFile(path) || /(?:^|\/)_?snippets\//.test(path)) return [];
    return findLinks(path, text).flatMap((link): GoodLink[] => {
      const resolved = link.kind === 'link' ? resolveTarget(path, link.target) : undefined;
      const target = resolved === undefined ? undefined : pages.find(resolved);
      return target === undefined || target === path || !isPageFile(target) || /(?:^|\/)index\.mdx?$/.test(target)
        ? []
        : [{ path, link, target }];
    });
  });
}

async function findCorrections({ texts, renames }: Broken): Promise<ReadonlyMap<BrokenLink, string | undefined>> {
  const workspace = openWorkspace(toBase(texts, renames));
  const files = [...texts].filter(([path]) => isPageFile(path));
  const broken = findBrokenLinks(files, {
    paths: [...texts.keys()],
    isRedirected: () => false,
    isGenerated: () => false,
  });
  const config = await loadSiteConfig(workspace).catch(() => undefined);
  const found = await correctLinks(workspace, config, broken);
  return new Map(broken.map((link) => [link, found.get(link)?.path]));
}

interface Score {
  broken: number;
  right: number;
  wrong: number;
  /** Links that were corrected to a page in another language, version or product than the intended page. */
  across: number;
  readonly examples: string[];
}

/** Returns, for each page path, the languages, versions and products in the navigation that contain the page. */
async function readAreas(texts: Texts): Promise<ReadonlyMap<string, string>> {
  const config = await loadSiteConfig(openWorkspace(toBase(texts, new Map()))).catch(() => undefined);
  const pages = config === undefined ? [] : readNavigation(config).pages;
  return new Map(pages.map((page) => [page.path, areaOfEntry(page)]));
}

function isOtherArea(areas: ReadonlyMap<string, string>, path: string, meant: string): boolean {
  const [own, other] = [areas.get(path), areas.get(meant)];
  return own !== undefined && other !== undefined && own !== other;
}

async function scoreWay(way: Way, texts: Texts, seed: number): Promise<Score> {
  const random = createRandom(seed);
  const links = listGoodLinks(texts)
    .map((link) => ({ link, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, LINKS_PER_WAY)
    .map(({ link }) => link);
  const broken = way(texts, links, random);
  const score: Score = { broken: 0, right: 0, wrong: 0, across: 0, examples: [] };
  const areas = await readAreas(broken.texts);
  for (const [link, path] of await findCorrections(broken)) {
    const wanted = broken.expected.get(keyOf(link.path, link.target));
    if (wanted === undefined) continue;
    score.broken += 1;
    if (path === undefined) continue;
    // For a deleted page, only the area of its path is known.
    const meant = wanted ?? toLinkPath(resolveTarget(link.path, link.target) ?? '');
    if (areaOfPath(path) !== areaOfPath(meant) || isOtherArea(areas, path, meant)) score.across += 1;
    if (path.replace(/\/index$/, '') === wanted?.replace(/\/index$/, '')) score.right += 1;
    else {
      score.wrong += 1;
      score.examples.push(
        `${link.path}: [${link.text}](${link.target}) → ${writeTarget(link.target, link.path, path)}, was ${wanted}`,
      );
    }
  }
  return score;
}

const folders = process.argv.slice(2);
const sum: Record<string, Score> = {};
for (const [index, folder] of folders.entries()) {
  const texts = await readSite(folder);
  for (const [name, way] of Object.entries(ways)) {
    const { broken, right, wrong, across, examples } = await scoreWay(way, texts, index + 1);
    const total = (sum[name] ??= { broken: 0, right: 0, wrong: 0, across: 0, examples: [] });
    total.broken += broken;
    total.right += right;
    total.wrong += wrong;
    total.across += across;
    total.examples.push(...examples);
  }
}
const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const rows = Object.entries(sum).map(([way, { broken, right, wrong, across }]) => ({
  way,
  broken,
  right,
  wrong,
  across,
  'of corrected, right': percent(right, right + wrong),
  corrected: percent(right + wrong, broken),
}));
console.table(rows);
const all = Object.values(sum);
const [right, wrong] = [all.reduce((n, s) => n + s.right, 0), all.reduce((n, s) => n + s.wrong, 0)];
console.log(
  `${right + wrong} of ${all.reduce((n, s) => n + s.broken, 0)} broken links corrected, ${percent(right, right + wrong)} of them right, ${all.reduce((n, s) => n + s.across, 0)} in another language, version or product`,
);
for (const example of all.flatMap(({ examples }) => examples).slice(0, 40)) console.log(`wrong: ${example}`);
