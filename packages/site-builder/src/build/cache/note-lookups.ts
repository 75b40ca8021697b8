import type { IconSpec } from '../../markup/icon-spec.ts';
import type { RenderSite } from '../../page/index.ts';
import type { Lookup } from './lookup.ts';

/**
 * Returns a site that records its lookups.
 *
 * Apart from its own text and shared data, a page depends only on lookups in the site: a lookup that is added to
 * `RenderSite` must be recorded here, or pages that use it must not be cached.
 */
export function noteLookups(
  site: RenderSite,
  digestOfFile: (path: string) => string | undefined,
): { readonly site: RenderSite; readonly lookups: readonly Lookup[] } {
  const lookups: Lookup[] = [];
  const noteFile = (path: string): void => void lookups.push({ kind: 'file', path, answer: digestOfFile(path) });
  const noting: RenderSite = {
    ...site,
    ...notePaths(site, lookups),
    snippets: {
      findImport: (specifier, from) => {
        const answer = site.snippets.findImport(specifier, from);
        lookups.push({ kind: 'import', specifier, from, answer });
        return answer;
      },
      findLegacy: (file) => {
        const answer = site.snippets.findLegacy(file);
        lookups.push({ kind: 'legacy-snippet', file, answer });
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
      findObstacle: (path) => {
        noteFile(path);
        return site.snippets.findObstacle(path);
      },
    },
    imageSize: (path) => {
      noteFile(path);
      return site.imageSize(path);
    },
    icons: {
      svg: (spec, addressOf) => {
        const path = siteIconPath(spec);
        if (path !== undefined) noteFile(path);
        return site.icons.svg(spec, addressOf);
      },
    },
    islands: noteIslands(site, lookups),
  };
  return { site: noting, lookups };
}

function notePaths(site: RenderSite, lookups: Lookup[]): Pick<RenderSite, 'links' | 'anchors' | 'assets'> {
  return {
    links: {
      find: (written, from) => {
        const answer = site.links.find(written, from);
        lookups.push({ kind: 'link', written, from, answer });
        return answer;
      },
    },
    anchors: {
      find: (page, written) => {
        const answer = site.anchors.find(page, written);
        lookups.push({ kind: 'anchor', page, written, answer });
        return answer;
      },
    },
    assets: {
      addressOf: (path) => {
        const answer = site.assets.addressOf(path);
        lookups.push({ kind: 'asset', path, answer });
        return answer;
      },
      plainAddress: (path) => site.assets.plainAddress(path),
    },
  };
}

function noteIslands({ islands }: RenderSite, lookups: Lookup[]): RenderSite['islands'] {
  if (islands === undefined) return undefined;
  return {
    runtimePath: islands.runtimePath,
    isLive: (module, name) => islands.isLive(module, name),
    pathsIn: (module) => islands.pathsIn(module),
    pathOf: ({ path, code }) => {
      const answer = islands.pathOf({ path, code });
      lookups.push({ kind: 'island', module: { path, code }, answer });
      return answer;
    },
  };
}

/** The path of an icon that is a site file; the file's text becomes part of the page. */
function siteIconPath({ name }: IconSpec): string | undefined {
  const trimmed = name.trim();
  return /\.svg$/i.test(trimmed) && !/^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed.replace(/^\.?\//, '') : undefined;
}
