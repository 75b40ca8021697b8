import { isRemoteSpec } from '../config/resolve-api.ts';
import type { SpecReference } from '../config/site-config.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import {
  referenceKey,
  type ApiGeneratedEntry,
  type ApiGeneratedGroup,
  type ApiGeneratedPage,
  type ApiReference,
} from '../specs/api-spec.ts';
import type { ApiCatalog } from '../specs/catalog.ts';
import type { MissingPage } from '../plan/missing-page.ts';
import type { NavTreeEntry, NavTreePage } from './nav-tree.ts';

export interface PageFinderOptions {
  /** Maps each page path to its file. */
  readonly pages: ReadonlyMap<string, string>;
  /** Maps extension-less paths of files to the paths of their pages, if they differ. */
  readonly moved: ReadonlyMap<string, string>;
  /** The operation that a page's frontmatter names. */
  readonly operationOf: (page: NavTreePage) => ApiReference | undefined;
  readonly catalog: ApiCatalog;
  readonly defaultSpecs: readonly SpecReference[];
  readonly file: string;
  readonly report: ReportIssue;
}

const noSpecs: readonly string[] = [];
const operationEntry = /^(?:(\S+)\s+)?(get|post|put|patch|delete|options|head|trace|webhook)\s+(\S.*)$/i;

interface Specs {
  readonly openapi: readonly SpecReference[];
  readonly asyncapi: readonly SpecReference[];
}

/** Resolves the entries of a navigation: files, operations of a specification, whole specifications. */
export class PageFinder {
  readonly #options: PageFinderOptions;
  /** Pages that the navigation lists but the site doesn't have, in the order of the navigation. */
  readonly missing: MissingPage[] = [];
  readonly #generated = new Map<string, readonly NavTreeEntry[]>();
  /**
   * The operation that each generated path documents: two specifications can generate the same path for different
   * operations.
   */
  readonly #documented = new Map<string, string>();

  constructor(options: PageFinderOptions) {
    this.#options = options;
  }

  find(written: string, specs: Specs): NavTreeEntry[] {
    const operation = operationEntry.exec(written.trim());
    if (operation !== null) return this.#findOperation(written, operation, specs);
    const { pages, moved } = this.#options;
    const path = toPagePath(written);
    const candidates = path === '' ? [path] : [path, `${path}/index`];
    const found = candidates.map((bare) => moved.get(bare) ?? bare).find((page) => pages.has(page));
    if (found !== undefined)
      return [{ kind: 'page', path: found, api: undefined, hidden: false, specs: namesOf(specs) }];
    this.#missing(
      written,
      /^https?:/.test(written) ? 'is a URL, but lists of pages contain page paths' : 'has no file',
    );
    return [];
  }

  hasPage(written: string): boolean {
    const path = toPagePath(written);
    return this.#options.pages.has(path) || this.#options.pages.has(`${path}/index`);
  }

  /** Key of the operation that a page shows, from its entry or its frontmatter. */
  operationOf(page: NavTreePage): string | undefined {
    const reference = page.api?.reference ?? this.#options.operationOf(page);
    return reference === undefined || reference.kind === 'schema' ? undefined : referenceKey(reference);
  }

  /** All pages of a specification, as groups. */
  generate(spec: SpecReference): readonly NavTreeEntry[] {
    const key = `${spec.source}\n${spec.directory ?? ''}`;
    const known = this.#generated.get(key);
    if (known !== undefined) return known;
    const { catalog } = this.#options;
    const entries = catalog.pages(spec.source, spec.directory).map((entry) => this.#toEntry(entry));
    if (catalog.spec(spec.source) === undefined)
      this.missing.push({ path: spec.source, cause: isRemoteSpec(spec) ? 'remote-specification' : 'specification' });
    this.#generated.set(key, entries);
    return entries;
  }

  #findOperation(written: string, [, file, method, path]: RegExpExecArray, specs: Specs): NavTreeEntry[] {
    const inherited = specs.openapi.length > 0 ? specs.openapi : this.#options.defaultSpecs;
    const named = file === undefined ? undefined : inherited.find(({ source }) => sameFile(source, file));
    const candidates = file === undefined ? inherited : [named ?? { source: file, directory: undefined, overlays: [] }];
    for (const spec of candidates) {
      for (const page of pagesOf(this.#options.catalog.pages(spec.source, spec.directory))) {
        if (isOperation(page, method ?? '', (path ?? '').trim())) return [this.#toPage(page)];
      }
    }
    const remote = candidates.find(isRemoteSpec);
    if (remote === undefined) this.#missing(written, "isn't in any of the specifications named here");
    else this.#unread(written, remote.source);
    return [];
  }

  #toEntry(entry: ApiGeneratedEntry): NavTreeEntry {
    return entry.kind === 'page'
      ? this.#toPage(entry)
      : toGroup(
          entry,
          entry.entries.map((child) => this.#toEntry(child)),
        );
  }

  #toPage(page: ApiGeneratedPage): NavTreePage {
    const path = this.#freePath(page);
    const api = path === page.path ? page : { ...page, path };
    return { kind: 'page', path, api, hidden: page.hidden, specs: [] };
  }

  /**
   * The page's own path, or the first of `path-1`, `path-2`… that documents nothing else. Pages within one
   * specification follow the same rule.
   */
  #freePath({ path, reference }: ApiGeneratedPage): string {
    const key = referenceKey(reference);
    let free = path;
    for (let count = 1; (this.#documented.get(free) ?? key) !== key; count++) free = `${path}-${count}`;
    if (this.#documented.has(free)) return free;
    this.#documented.set(free, key);
    if (free !== path)
      this.#options.report({
        path: this.#options.file,
        severity: 'warning',
        code: 'openapi-same-path',
        message: `Two operations have the page "/${path}": ${this.#documented.get(path)} and ${key}, whose page is now "/${free}".`,
        fix: 'Give one of the specifications its own "directory", or the operation another summary or an x-mint.href.',
      });
    return free;
  }

  /** Reports an operation that may exist: a build sends no requests to other hosts. */
  #unread(written: string, url: string): void {
    this.missing.push({ path: written, cause: 'remote-specification' });
    this.#options.report({
      path: this.#options.file,
      severity: 'error',
      code: 'missing-page',
      message: `The navigation lists "${written}" of ${url}, which isn't in the repository and wasn't read; the entry was left out.`,
      fix: 'Add the specification to the repository and use its path.',
    });
  }

  #missing(written: string, why: string): void {
    this.missing.push({ path: written, cause: isOperationEntry(written) ? 'no-operation' : 'no-file' });
    this.#options.report({
      path: this.#options.file,
      severity: 'error',
      code: 'missing-page',
      message: `The navigation lists "${written}", which ${why}; it was left out.`,
      fix: 'Add the page, or remove it from the navigation.',
    });
  }
}

/** Whether an entry refers to an operation (`GET /users`, `api.json GET /users`) and not a file. */
export function isOperationEntry(written: string): boolean {
  return operationEntry.test(written.trim());
}

function isOperation({ reference }: ApiGeneratedPage, method: string, path: string): boolean {
  if (reference.kind === 'operation')
    return reference.method.toLowerCase() === method.toLowerCase() && reference.path === path;
  return reference.kind === 'webhook' && method.toLowerCase() === 'webhook' && reference.name === path;
}

function namesOf({ openapi, asyncapi }: Specs): readonly string[] {
  return openapi.length + asyncapi.length === 0 ? noSpecs : [...openapi, ...asyncapi].map(({ source }) => source);
}

function sameFile(a: string, b: string): boolean {
  const name = (path: string): string => path.replace(/^\.?\//, '').replace(/\.(?:json|ya?ml)$/i, '');
  return name(a) === name(b);
}

function* pagesOf(entries: readonly ApiGeneratedEntry[]): Generator<ApiGeneratedPage> {
  for (const entry of entries) {
    if (entry.kind === 'page') yield entry;
    else yield* pagesOf(entry.entries);
  }
}

function toGroup(entry: ApiGeneratedGroup, entries: readonly NavTreeEntry[]): NavTreeEntry {
  return {
    kind: 'group',
    label: entry.label,
    icon: entry.icon,
    tag: '',
    expanded: false,
    root: undefined,
    hidden: false,
    boost: undefined,
    searchable: undefined,
    directory: 'none',
    entries,
  };
}

/** The path of a page: `/guides/start.mdx` and `guides/start/` are the page `guides/start`. */
export function toPagePath(written: string): string {
  const path = written
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.(?:mdx?|html)$/i, '');
  return path === '' ? 'index' : path;
}
