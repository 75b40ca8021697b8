import type { Issue } from '../../issues/issue.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { findInSpec, parseSpelling, type Spelling, type SpellingField } from './find-reference.ts';
import { defaultDirectory, flattenPages, listPages } from './list-pages.ts';
import { loadSpec } from './load-spec.ts';
import { createSpecLocator, type SpecLocator } from './locate-spec.ts';
import {
  referenceKey,
  type ApiGeneratedEntry,
  type ApiGeneratedPage,
  type ApiReference,
  type ApiSpec,
} from './api-spec.ts';
import { defaultSpecLimits, type SpecLimits } from './spec-limits.ts';

export interface ApiCatalogOptions {
  readonly source: SiteSource;
  /** Spec files named anywhere in docs.json, in order: searched first for a bare `GET /x`. */
  readonly defaultSpecs: readonly string[];
  /** Specifications named by URL. If they weren't fetched, that explains why references aren't found in any file. */
  readonly remoteSpecs?: readonly string[];
  /** Overlays by the name of their spec as written in docs.json (`{ source, overlays }`). */
  readonly overlays?: ReadonlyMap<string, readonly string[]>;
  /** File that lists the specs: a missing spec is reported for it. Default: `docs.json`. */
  readonly configFile?: string;
  readonly limits?: SpecLimits;
  readonly report: (issue: Issue) => void;
}

/** Reads each spec file of a site once and resolves references from pages and navigation nodes. */
export interface ApiCatalog {
  /** Lists every file that looks like a specification, sorted by path, for `llms.txt` and for checks. */
  paths(): readonly string[];
  /** Returns the kind that the file at one of `paths` declares. */
  kindOf(path: string): 'openapi' | 'asyncapi';
  /** Returns the overlays that docs.json names for a spec, as written and in order. */
  overlaysOf(path: string): readonly string[];
  /** Issues of the specs read so far. */
  faults(): readonly Issue[];
  /**
   * Returns a spec by site path (with or without a leading `/`) or bare name (`openapi`, `v2`), or `undefined` if none
   * can be read.
   */
  spec(name: string): ApiSpec | undefined;
  /**
   * Resolves a reference in a page's frontmatter. `value` is the text as written: `GET /x`, `file.json get /x`,
   * `webhook name`, `file SchemaName`, `file channel`, `POST https://…`. If it is invalid, reports an issue for `from`
   * and returns `undefined`.
   */
  find(field: SpellingField, value: string, from: ApiLookupOrigin): ApiReference | undefined;
  /** Reports specifications that docs.json lists but that aren't in the site, each once. */
  reportMissing(name: string): void;
  /**
   * Returns the generated pages of a navigation node; `directory` is the prefix of their paths (default
   * `api-reference`).
   */
  pages(specName: string, directory?: string): readonly ApiGeneratedEntry[];
  /**
   * Returns the page generated for a reference (a navigation entry such as `GET /x`), or `undefined` for schemas and
   * `api:` pages.
   */
  page(reference: ApiReference, directory?: string): ApiGeneratedPage | undefined;
}

export interface ApiLookupOrigin {
  readonly path: string;
  readonly line?: number;
  /** Specs that the page's navigation node inherits, searched first. */
  readonly specs?: readonly string[];
}

export function createApiCatalog(options: ApiCatalogOptions): ApiCatalog {
  const { source, defaultSpecs, remoteSpecs = [], report, limits = defaultSpecLimits, overlays = new Map() } = options;
  const specs = new Map<string, ApiSpec | undefined>();
  const lists = new Map<string, readonly ApiGeneratedEntry[]>();
  const byReference = new Map<string, ReadonlyMap<string, ApiGeneratedPage>>();
  const { paths, kindOf, locate, problemOf } = createSpecLocator(source);

  const overlaysOf = (path: string) => [...overlays].find(([name]) => locate(name) === path)?.[1] ?? [];
  const reportMissing = createMissingReport(options, { paths, problemOf });
  const load = (path: string): ApiSpec | undefined => {
    if (!specs.has(path)) specs.set(path, loadSpec(path, { source, limits, report, overlays: overlaysOf(path) }));
    return specs.get(path);
  };
  const spec = (name: string) => {
    const path = locate(name);
    return path === undefined ? undefined : load(path);
  };
  const reportIfMissing = (name: string): void => {
    if (locate(name) === undefined) reportMissing(name);
  };
  const pages = (specName: string, directory = defaultDirectory) => {
    reportIfMissing(specName);
    const found = spec(specName);
    if (found === undefined) return [];
    const key = `${found.path}\n${directory}`;
    const list = lists.get(key) ?? listPages(found, directory);
    lists.set(key, list);
    return list;
  };

  const finder: Finder = { locate, load, paths, problemOf, defaultSpecs, remoteSpecs, reportMissing };
  return {
    paths,
    kindOf,
    overlaysOf,
    faults: () => [...specs.values()].flatMap((loaded) => loaded?.faults ?? []),
    spec,
    pages,
    reportMissing: reportIfMissing,
    page(reference, directory = defaultDirectory) {
      if (reference.kind === 'manual' || reference.kind === 'schema') return undefined;
      const key = `${reference.spec.path}\n${directory}`;
      let pagesByKey = byReference.get(key);
      if (pagesByKey === undefined) {
        pagesByKey = new Map(
          flattenPages(pages(reference.spec.path, directory)).map((page) => [referenceKey(page.reference), page]),
        );
        byReference.set(key, pagesByKey);
      }
      return pagesByKey.get(referenceKey(reference));
    },
    find(field, value, from) {
      const spelling = parseSpelling(field, value);
      const found =
        spelling === undefined
          ? `"${value}" has none of the forms [file] METHOD /path, [file] webhook name, [file] SchemaName, [file] channel`
          : spelling.kind === 'manual'
            ? spelling
            : findSpelled(spelling, from, finder);
      if (typeof found !== 'string') return found;
      const line = from.line === undefined ? {} : { line: from.line };
      report({
        path: from.path,
        ...line,
        severity: 'warning',
        code: 'openapi-not-found',
        message: `${field}: ${found}`,
        fix: found.includes('://')
          ? 'Make the specification readable, or correct the reference.'
          : 'Correct the reference, or add the operation to the specification.',
      });
      return undefined;
    },
  };
}

/** Reports a nonexistent spec once if docs.json refers to it, or if a page refers to it by URL. */
function createMissingReport(
  { report, configFile = 'docs.json' }: ApiCatalogOptions,
  { paths, problemOf }: Pick<SpecLocator, 'paths' | 'problemOf'>,
): (name: string, path?: string) => void {
  const missing = new Set<string>();
  return (name, path = configFile) => {
    if (missing.has(name)) return;
    missing.add(name);
    const isRemote = /^https?:/i.test(name);
    report({
      path,
      severity: 'error',
      code: isRemote ? 'openapi-remote-spec' : 'openapi-missing',
      message: isRemote
        ? describeRemote(name, problemOf)
        : `the specification "${name}" isn't in the site, which has: ${paths().slice(0, 8).join(', ') || 'none'}`,
      fix: isRemote
        ? 'Correct the address, allow its host, or add the file to the repository and use its path.'
        : 'Add the file to the repository and use its path.',
    });
  };
}

function describeRemote(url: string, problemOf: SpecLocator['problemOf']): string {
  const problem = problemOf(url);
  return problem === undefined
    ? `the specification ${url} isn't in the repository, and builds don't use the network`
    : `the specification ${url} could not be fetched: ${problem}`;
}

interface Finder extends Pick<SpecLocator, 'paths' | 'locate' | 'problemOf'> {
  readonly load: (path: string) => ApiSpec | undefined;
  readonly defaultSpecs: readonly string[];
  readonly remoteSpecs: readonly string[];
  readonly reportMissing: (name: string, path: string) => void;
}

/** Specs in the order in which they are searched for a reference without a file. */
function* searchedSpecs(from: ApiLookupOrigin, { locate, load, paths, defaultSpecs }: Finder): Generator<ApiSpec> {
  const seen = new Set<string>();
  const named = [...(from.specs ?? []), ...defaultSpecs].map((name) => locate(name));
  for (const path of [...named, ...paths()]) {
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    const found = load(path);
    if (found !== undefined) yield found;
  }
}

/** Returns the reference, or the reason why it can't be resolved. */
function findSpelled(
  spelling: Exclude<Spelling, { kind: 'manual' }>,
  from: ApiLookupOrigin,
  finder: Finder,
): ApiReference | string {
  const what =
    spelling.kind === 'operation'
      ? `${spelling.method.toUpperCase()} ${spelling.path}`
      : `${spelling.kind} "${spelling.name}"`;
  if (spelling.file === '') {
    for (const candidate of searchedSpecs(from, finder)) {
      const found = findInSpec(candidate, spelling);
      if (found !== undefined) return found;
    }
    const named = [...(from.specs ?? []), ...finder.defaultSpecs, ...finder.remoteSpecs];
    const remote = named.find((name) => /^https?:/i.test(name) && finder.locate(name) === undefined);
    return remote === undefined
      ? `no specification of the site has ${what}`
      : `${what} can't be checked: ${describeRemote(remote, finder.problemOf)}`;
  }
  const path = finder.locate(spelling.file, from.path);
  if (path === undefined && /^https?:/i.test(spelling.file)) {
    finder.reportMissing(spelling.file, from.path);
    return describeRemote(spelling.file, finder.problemOf);
  }
  if (path === undefined) {
    return `the specification "${spelling.file}" isn't in the site, which has: ${finder.paths().slice(0, 8).join(', ') || 'none'}`;
  }
  const found = finder.load(path);
  if (found === undefined) return `${path} can't be read`;
  return findInSpec(found, spelling) ?? `${path} has no ${what}`;
}
