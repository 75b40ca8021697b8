import type { RenderSite } from '../../page/index.ts';
import type { Lookup } from './lookup.ts';

export interface LookupSite {
  /** The site itself: lookups are not recorded. */
  readonly site: RenderSite;
  /**
   * Whether pages, files and redirects are the same as in the recorded build: then every path still resolves to the
   * same target.
   */
  readonly isSameShape: boolean;
  readonly digestOfFile: (path: string) => string | undefined;
}

/** Whether each lookup has the same result as before. */
export function haveSameAnswers(lookups: readonly Lookup[], now: LookupSite): boolean {
  return lookups.every((lookup) => hasSameAnswer(lookup, now));
}

function hasSameAnswer(lookup: Lookup, { site, isSameShape, digestOfFile }: LookupSite): boolean {
  switch (lookup.kind) {
    case 'link':
      return (
        isSameShape || JSON.stringify(site.links.find(lookup.written, lookup.from)) === JSON.stringify(lookup.answer)
      );
    case 'import':
      return isSameShape || site.snippets.findImport(lookup.specifier, lookup.from) === lookup.answer;
    case 'legacy-snippet':
      return isSameShape || site.snippets.findLegacy(lookup.file) === lookup.answer;
    case 'anchor':
      return site.anchors.find(lookup.page, lookup.written) === lookup.answer;
    case 'file':
      return digestOfFile(lookup.path) === lookup.answer;
    case 'asset':
      return site.assets.addressOf(lookup.path) === lookup.answer;
    case 'island':
      return site.islands?.pathOf(lookup.module) === lookup.answer;
  }
}
