import type { PlannedPage, SitePlan } from './site-plan.ts';
import { decode, folderOf, joinPath, withoutExtension } from './text/source-paths.ts';

/** Resolves an address of an old page to its target on the new site, and records the files that must be copied. */
export interface AddressBook {
  /** Returns `undefined` if the target doesn't exist. */
  resolve(address: string, page: PlannedPage): string | undefined;
  /** Source → path in the new site, for the requested files. */
  readonly used: ReadonlyMap<string, string>;
}

const indexNames = ['index.md', 'index.mdx', 'README.md', 'readme.md', 'README.mdx'];

export function createAddressBook(plan: SitePlan, has: (path: string) => boolean): AddressBook {
  const used = new Map<string, string>();
  const bySource = new Map(plan.pages.map((page) => [page.source, page.target]));
  const targets = new Set(plan.pages.map(({ target }) => target));
  const redirected = new Set(plan.redirects.map(({ source }) => source));

  const copied = new Map(plan.copied.map((source) => [plan.assetTarget(source) ?? '', source]));

  /** Finds a file that is always copied, by its address. */
  const toCopied = (target: string): string | undefined => {
    const source = copied.get(target);
    if (source !== undefined) used.set(source, target);
    return source === undefined ? undefined : target;
  };
  const toPage = (source: string): string | undefined => {
    const folder = source === '' ? '' : `${source}/`;
    const candidates = [source, `${source}.md`, `${source}.mdx`, ...indexNames.map((name) => folder + name)];
    const found = candidates.find((candidate) => bySource.has(candidate));
    return found === undefined ? undefined : bySource.get(found);
  };
  const toAsset = (source: string): string | undefined => {
    if (!has(source)) return undefined;
    const target = plan.assetTarget(source);
    if (target !== undefined) used.set(source, target);
    return target;
  };
  const bySourcePath = (source: string): string | undefined => toPage(source) ?? toAsset(source);
  const byAddress = (address: string): string | undefined => {
    const clean = withoutExtension(address.replace(/\/$/, '').replace(/\/index(?:\.html)?$|\.html$/, ''));
    const target = clean === '' ? 'index' : clean;
    if (targets.has(target)) return target;
    if (targets.has(`${target}/index`)) return `${target}/index`;
    return redirected.has(`/${clean}`) ? clean : undefined;
  };

  const relative = (path: string, page: PlannedPage): string | undefined => {
    const source = joinPath(folderOf(page.source), path);
    const found = source === undefined ? undefined : bySourcePath(source);
    if (found !== undefined) return found;
    // An address as in a browser: relative to the page's folder, or to the page if its address ends with a slash.
    for (const from of [folderOf(page.target), page.target]) {
      const address = joinPath(from, path);
      const target = address === undefined ? undefined : byAddress(address);
      if (target !== undefined) return target;
    }
    return undefined;
  };

  const resolvePath = (path: string, page: PlannedPage): string | undefined => {
    const own = plan.syntax.resolveAddress?.(path);
    if (own !== undefined && 'address' in own) return byAddress(own.address);
    const found = own === undefined ? undefined : bySourcePath(own.source);
    if (found !== undefined) return found;
    if (!path.startsWith('/')) return relative(path, page);
    return byAddress(path.slice(1)) ?? toCopied(path.slice(1));
  };

  return {
    used,
    resolve: (address, page) => {
      if (/^(?:https?:|mailto:|tel:|data:image\/|\/\/|#)/i.test(address)) return address;
      const [, path = '', tail = ''] = /^([^?#]*)([\s\S]*)$/.exec(address) ?? [];
      if (path === '') return address;
      const target = resolvePath(decode(path), page);
      return target === undefined ? undefined : `/${toAddress(target)}${tail}`;
    },
  };
}

/** Returns the address of a page or a file. A folder's index is the folder. */
function toAddress(target: string): string {
  const page = target === 'index' ? '' : target.replace(/\/index$/, '');
  return encodeURI(page);
}
