import type { RenderSite } from '../../page/index.ts';
import type { Lookup, PageTrace } from './page-trace.ts';

export interface RecallSite {
  /** The site itself, nothing noted. */
  readonly site: RenderSite;
  /** Whether the site has the pages, files and redirects that it had when the trace was made: then every path leads where it led. */
  readonly isSameShape: boolean;
  readonly digestOfFile: (path: string) => string | undefined;
  readonly report: RenderSite['report'];
}

/** Whether each question of a trace has the answer that it had. Changes nothing. */
export function isTrueStill({ lookups }: PageTrace, recall: RecallSite): boolean {
  return lookups.every((lookup) => isAnswered(lookup, recall));
}

function isAnswered(lookup: Lookup, { site, isSameShape, digestOfFile }: RecallSite): boolean {
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

/** Leaves behind in the site what the page left when it was rendered. */
export function repeatEffects(trace: PageTrace, { site, report }: RecallSite): void {
  for (const lookup of trace.lookups) {
    if (lookup.kind === 'asset' && lookup.answer !== undefined) site.assets.hashedAddress(lookup.path);
    else if (lookup.kind === 'island') site.islands?.use(lookup.module);
  }
  for (const path of trace.plainFiles) site.assets.keepPlain(path);
  for (const call of trace.calls) site.calls.add(call);
  for (const anchor of trace.anchors) site.expectAnchor(anchor);
  for (const issue of trace.issues) report(issue);
}
