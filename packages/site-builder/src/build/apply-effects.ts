import type { IssueLog } from '../issues/issue-log.ts';
import type { ForwardableCalls } from '../openapi/index.ts';
import type { IslandStore, PageEffects } from '../page/index.ts';
import type { AnchorCheck, AssetStore } from '../site/index.ts';

/** The shared results of all pages of a build. */
export interface SiteState {
  readonly log: IssueLog;
  readonly anchors: AnchorCheck;
  readonly assets: AssetStore;
  readonly islands: IslandStore | undefined;
  readonly calls: ForwardableCalls;
}

/**
 * Adds a page to the site, whether it was rendered now, by another thread or by an earlier build. The order of pages
 * doesn't matter, and applying the same effects twice changes only the number of checks.
 */
export function applyEffects(effects: PageEffects, { log, anchors, assets, islands, calls }: SiteState): void {
  for (const issue of effects.issues) log.add(issue);
  if (effects.ids !== undefined) anchors.addPage(effects.ids.page, effects.ids.ids);
  for (const anchor of effects.anchors) anchors.expect(anchor);
  for (const path of effects.shownFiles) assets.keepHashed(path);
  for (const path of effects.linkedFiles) assets.keepPlain(path);
  for (const module of effects.islands) islands?.use(module);
  for (const call of effects.calls) calls.add(call);
}
