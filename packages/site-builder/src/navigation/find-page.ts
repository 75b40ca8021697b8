import { isRemoteSpec } from '../config/resolve-api.ts';
import type { SpecReference } from '../config/site-config.ts';
import type { ReportIssue } from '../config/field-reader.ts';
import type { ApiCatalog, ApiGeneratedEntry, ApiGeneratedPage } from '../openapi/index.ts';
import type { NavTreeEntry, NavTreePage } from './nav-tree.ts';

export interface PageFinderOptions {
  /** Page paths that have a file, by their extension-less path. */
  readonly pages: ReadonlyMap<string, string>;
  /** Whether the frontmatter of a page file names an operation. */
  readonly showsOperation: (path: string) => boolean;
  readonly catalog: ApiCatalog;
  readonly defaultSpecs: readonly SpecReference[];
  readonly file: string;
  readonly report: ReportIssue;
}

const noSpecs: readonly string[] = [];

interface Specs {
  readonly openapi: readonly SpecReference[];
  readonly asyncapi: readonly SpecReference[];
}

/** Finds what the texts in a navigation stand for: files, operations of a specification, whole specifications. */
export class PageFinder {
  readonly #options: PageFinderOptions;
  readonly #generated = new Map<string, readonly NavTreeEntry[]>();

  constructor(options: PageFinderOptions) {
    this.#options = options;
  }

  find(written: string, specs: Specs): NavTreeEntry[] {
    const operation = /^(?:(\S+)\s+)?(get|post|put|patch|delete|options|head|trace|webhook)\s+(\S.*)$/i.exec(
      written.trim(),
    );
    if (operation !== null) return this.#findOperation(written, operation, specs);
    const path = toPagePath(written);
    const found = this.#options.pages.has(path)
      ? path
      : this.#options.pages.has(`${path}/index`) && path !== ''
        ? `${path}/index`
        : undefined;
    if (found !== undefined)
      return [{ kind: 'page', path: found, api: undefined, hidden: false, specs: namesOf(specs) }];
    this.#missing(written, /^https?:/.test(written) ? 'is a URL, and a list of pages holds page paths' : 'has no file');
    return [];
  }

  /** Whether a page is that of an operation, by its entry or by its frontmatter. */
  showsOperation({ api, path }: NavTreePage): boolean {
    return api !== undefined || this.#options.showsOperation(path);
  }

  /** All pages of a specification, as groups. */
  generate(spec: SpecReference): readonly NavTreeEntry[] {
    const key = `${spec.source}\n${spec.directory ?? ''}`;
    const known = this.#generated.get(key);
    if (known !== undefined) return known;
    const entries = this.#options.catalog.pages(spec.source, spec.directory).map(toEntry);
    this.#generated.set(key, entries);
    return entries;
  }

  #findOperation(written: string, [, file, method, path]: RegExpExecArray, specs: Specs): NavTreeEntry[] {
    const inherited = specs.openapi.length > 0 ? specs.openapi : this.#options.defaultSpecs;
    const named = file === undefined ? undefined : inherited.find(({ source }) => sameFile(source, file));
    const candidates = file === undefined ? inherited : [named ?? { source: file, directory: undefined, overlays: [] }];
    for (const spec of candidates) {
      for (const page of pagesOf(this.#options.catalog.pages(spec.source, spec.directory))) {
        if (isOperation(page, method ?? '', (path ?? '').trim()))
          return [{ kind: 'page', path: page.path, api: page, hidden: page.hidden, specs: [] }];
      }
    }
    const remote = candidates.find(isRemoteSpec);
    if (remote === undefined) this.#missing(written, 'is in none of the specifications named here');
    else this.#unread(written, remote.source);
    return [];
  }

  /** The operation may be there: nothing is said of the site, and a build asks no other host. */
  #unread(written: string, url: string): void {
    this.#options.report({
      path: this.#options.file,
      severity: 'warning',
      code: 'missing-page',
      message: `The navigation lists "${written}" of ${url}, which is not in the repository and was not read; it was left out.`,
      fix: 'Put the specification into the repository and name its path.',
    });
  }

  #missing(written: string, why: string): void {
    this.#options.report({
      path: this.#options.file,
      severity: 'error',
      code: 'missing-page',
      message: `The navigation lists "${written}", which ${why}; it was left out.`,
      fix: 'Add the page, or remove it from the navigation.',
    });
  }
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

function toEntry(entry: ApiGeneratedEntry): NavTreeEntry {
  if (entry.kind === 'page') return { kind: 'page', path: entry.path, api: entry, hidden: entry.hidden, specs: [] };
  return {
    kind: 'group',
    label: entry.label,
    icon: entry.icon,
    tag: '',
    expanded: false,
    root: undefined,
    hidden: false,
    boost: undefined,
    searchable: true,
    directory: 'none',
    entries: entry.entries.map(toEntry),
  };
}

/** `/guides/start.mdx` and `guides/start/` are the page `guides/start`. */
export function toPagePath(written: string): string {
  const path = written
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.(?:mdx?|html)$/i, '');
  return path === '' ? 'index' : path;
}
