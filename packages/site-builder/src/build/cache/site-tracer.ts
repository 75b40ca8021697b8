import type { BuildSite } from '../create-render-site.ts';
import type { IssueLog } from '../../issues/issue-log.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import type { RenderSite } from '../../page/index.ts';
import { emptyTrace, type Lookup, type PageTrace } from './page-trace.ts';

export interface TracerOptions {
  readonly site: BuildSite;
  readonly log: IssueLog;
  readonly digestOfFile: (path: string) => string | undefined;
}

/**
 * A site that notes what is asked of it.
 *
 * 1. Whatever a page is made from besides its own text and the site's frame goes through `site`: a look-up that is added to
 *    `RenderSite` is noted here, or pages that use it must not be kept.
 * 2. Outside of `run` nothing is noted: what pages share is made there.
 */
export class SiteTracer {
  readonly site: RenderSite;
  #trace: PageTrace | undefined;

  constructor({ site, log, digestOfFile }: TracerOptions) {
    log.listen((issue) => this.#trace?.issues.push(issue));
    const note = (lookup: Lookup): void => void this.#trace?.lookups.push(lookup);
    // At their store: icons that are pictures ask there by themselves.
    site.assets.listen((path, answer) => note({ kind: 'asset', path, answer }));
    const noteFile = (path: string): void => {
      if (this.#trace !== undefined) note({ kind: 'file', path, answer: digestOfFile(path) });
    };
    this.site = {
      ...site,
      ...this.#tracedPaths(site, note),
      snippets: {
        findImport: (specifier, from) => {
          const answer = site.snippets.findImport(specifier, from);
          note({ kind: 'import', specifier, from, answer });
          return answer;
        },
        findLegacy: (file) => {
          const answer = site.snippets.findLegacy(file);
          note({ kind: 'legacy-snippet', file, answer });
          return answer;
        },
        load: (path) => {
          noteFile(path);
          return site.snippets.load(path);
        },
        readRaw: (path) => {
          noteFile(path);
          return site.snippets.readRaw(path);
        },
      },
      imageSize: (path) => {
        noteFile(path);
        return site.imageSize(path);
      },
      icons: {
        svg: (spec) => {
          const path = siteIconPath(spec);
          if (path !== undefined) noteFile(path);
          return site.icons.svg(spec);
        },
      },
      islands: this.#tracedIslands(site, note),
      calls: {
        add: (data) => {
          this.#trace?.calls.push(data);
          site.calls.add(data);
        },
      },
      expectAnchor: (anchor) => {
        this.#trace?.anchors.push(anchor);
        site.expectAnchor(anchor);
      },
    };
  }

  /** What `make` gives, and what it asked. */
  run<T>(make: () => T): { readonly made: T; readonly trace: PageTrace } {
    const trace = emptyTrace();
    this.#trace = trace;
    try {
      return { made: make(), trace };
    } finally {
      this.#trace = undefined;
    }
  }

  #tracedPaths(site: RenderSite, note: (lookup: Lookup) => void): Pick<RenderSite, 'links' | 'anchors' | 'assets'> {
    return {
      links: {
        hasPage: (path) => site.links.hasPage(path),
        find: (written, from) => {
          const answer = site.links.find(written, from);
          note({ kind: 'link', written, from, answer });
          return answer;
        },
      },
      anchors: {
        find: (page, written) => {
          const answer = site.anchors.find(page, written);
          note({ kind: 'anchor', page, written, answer });
          return answer;
        },
      },
      assets: {
        addressOf: (path) => site.assets.addressOf(path),
        hashedAddress: (path) => site.assets.hashedAddress(path),
        plainAddress: (path) => {
          this.#trace?.plainFiles.push(path);
          return site.assets.plainAddress(path);
        },
        keepPlain: (path) => {
          this.#trace?.plainFiles.push(path);
          site.assets.keepPlain(path);
        },
      },
    };
  }

  #tracedIslands({ islands }: RenderSite, note: (lookup: Lookup) => void): RenderSite['islands'] {
    if (islands === undefined) return undefined;
    return {
      runtimePath: islands.runtimePath,
      isLive: (module, name) => islands.isLive(module, name),
      pathOf: (module) => islands.pathOf(module),
      pathsIn: (module) => islands.pathsIn(module),
      use: ({ path, code }) => {
        const answer = islands.use({ path, code });
        note({ kind: 'island', module: { path, code }, answer });
        return answer;
      },
    };
  }
}

/** The file of the site that an icon may be: its text becomes part of the page. */
function siteIconPath({ name }: IconSpec): string | undefined {
  const trimmed = name.trim();
  return /\.svg$/i.test(trimmed) && !/^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed.replace(/^\.?\//, '') : undefined;
}
