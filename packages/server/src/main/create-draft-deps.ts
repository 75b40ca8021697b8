import { createDraftThreads } from '../modules/publishing/comments/index.ts';
import { createBranchHeads, createBranchProtections, type DraftDeps } from '../modules/publishing/drafts/index.ts';
import type { Composition } from './compose.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** Creates the dependencies of drafts, except shared texts, which only the API has. */
export function createDraftDeps(
  { database, clock, log }: Platform,
  {
    settings,
    composition,
    baseUrl,
  }: { readonly settings: Settings; readonly composition: Composition; readonly baseUrl: string },
): DraftDeps {
  return {
    database,
    connectRepository: composition.connectRepository,
    heads: createBranchHeads(clock),
    protections: createBranchProtections(clock),
    storage: composition.storage,
    threads: createDraftThreads(baseUrl),
    clock,
    log,
    settleTexts: () => Promise.resolve(),
    draftDays: settings.draftDays === 0 ? undefined : settings.draftDays,
  };
}
