import type { Condition } from '@docwright/site-access/rules';
import type { BuildRequest } from '../build-request.ts';
import type { BuildSettings } from '../../settings/build-settings.ts';
import type { Issue } from '../../issues/issue.ts';
import type { IssueLog } from '../../issues/issue-log.ts';
import { MismatchedMarks, TooManyOutcomes, type SealPlan } from '../../site/index.ts';
import { applyEffects } from '../apply-effects.ts';
import { prepareBuild, type BuildParts } from '../prepare-build.ts';
import { feedOf } from '../search-page-of.ts';
import { makeSealedPage, type SealedPage } from './make-sealed-page.ts';
import type { PublicFiles } from './public-files.ts';
import { sealAssets } from './seal-assets.ts';
import { otherDocuments, sealLists } from './seal-lists.ts';
import { sealSearch } from './seal-search.ts';
import { sealSpecs } from './seal-specs.ts';
import { orElse, SealedFiles, type FileOutcome } from './sealed-files.ts';

export interface SealRequest {
  readonly request: BuildRequest;
  readonly settings: BuildSettings;
  readonly publicFiles: PublicFiles;
  readonly emit: NonNullable<BuildRequest['emitSealed']>;
}

/** The whole site as readers with access have it. */
export interface SealedSite {
  readonly pages: number;
  /** Pages listed in the navigation. */
  readonly expected: number;
  readonly log: IssueLog;
  /** Source paths of its pages. */
  readonly sources: ReadonlySet<string>;
}

/** Emits what turns the public site, which was just built, into the site of any audience. @throws SiteConfigMissing */
export async function sealSite({ request, settings, publicFiles, emit }: SealRequest): Promise<SealedSite> {
  const { source, clock, signal } = request;
  const parts = await prepareBuild(
    { source, clock, emit: () => undefined, ...(signal === undefined ? {} : { signal }) },
    { ...settings, restricted: 'seal' },
  );
  const { plan, log } = parts;
  if (plan.seal === undefined) throw new Error('The build has no plan for readers.');
  const report = (issue: Issue): void => log.add(issue);
  const files = new SealedFiles({ choices: plan.seal.choices, publicFiles, emit, report });
  try {
    await sealPages(parts, plan.seal, { files, publicFiles });
  } catch (error) {
    if (!isUnsealable(error)) throw error;
    reportUnsealed(plan.config.file, `the site ${reasonOf(error)}`, report);
  }
  await files.finish();
  parts.state.anchors.report(report);
  return {
    pages: plan.pages.length,
    expected: plan.expected,
    log,
    sources: new Set(plan.pages.map(({ page }) => page.sourcePath)),
  };
}

interface Sealing {
  readonly files: SealedFiles;
  readonly publicFiles: PublicFiles;
}

async function sealPages(parts: BuildParts, seal: SealPlan, { files, publicFiles }: Sealing): Promise<void> {
  const { plan, log, request } = parts;
  const pages: SealedPage[] = [];
  const others = otherDocuments({ parts, seal });
  const restrictedFiles = new Map<string, Condition>();
  for (const { page } of plan.pages) {
    const when = plan.whens.get(page.path);
    if (when !== undefined && page.api === undefined) restrictedFiles.set(page.sourcePath, when);
  }
  for (const planned of plan.pages) {
    request.signal?.throwIfAborted();
    const { path, sourcePath } = planned.page;
    try {
      const page = makeSealedPage(parts, planned, restrictedFiles);
      // Those who see the most have the most issues.
      for (const effects of page?.variants.at(-1)?.effects ?? page?.effects ?? []) applyEffects(effects, parts.state);
      if (page === undefined)
        reportUnsealed(sourcePath, 'the page contains the text of a page with other readers', (issue) =>
          log.add(issue),
        );
      else {
        await writePage(parts, page, { files, others: others.get(`${path}.html`) });
        pages.push(page);
      }
    } catch (error) {
      if (!isUnsealable(error)) throw error;
      reportUnsealed(sourcePath, `the page ${reasonOf(error)}`, (issue) => log.add(issue));
    }
  }
  const taken = new Set(plan.pages.map(({ page }) => `${page.path}.html`));
  for (const [path, outcomes] of others) if (!taken.has(path)) await files.write(path, outcomes);
  await sealAssets({ parts, pages, files });
  await sealSearch({ parts, seal, pages, files });
  const specs = await sealSpecs({ parts, seal, pages, publicFiles, files });
  await sealLists({ parts, seal, pages, specs, publicFiles, files });
}

interface PageTarget {
  readonly files: SealedFiles;
  /** The response at the page's path for readers who can't see the page. */
  readonly others: readonly FileOutcome[] | undefined;
}

const nothing: readonly FileOutcome[] = [{ when: undefined, value: undefined }];

async function writePage(parts: BuildParts, page: SealedPage, { files, others = nothing }: PageTarget): Promise<void> {
  const { planned, when, html, markdown, rendered, effects } = page;
  const { path, hasFeed, frontmatter } = planned.page;
  await files.write(`${path}.html`, orElse(when, html, others));
  await files.write(`${path}.md`, orElse(when, markdown, nothing));
  const feed = effects[0]?.feed ?? [];
  if (when === undefined || !hasFeed || (feed.length === 0 && frontmatter['rss'] !== true)) return;
  const { path: feedPath, bytes } = feedOf(parts, { rendered, feed });
  await files.write(feedPath, orElse(when, Buffer.from(bytes).toString(), nothing));
}

function isUnsealable(error: unknown): error is TooManyOutcomes | MismatchedMarks {
  return error instanceof TooManyOutcomes || error instanceof MismatchedMarks;
}

function reasonOf(error: TooManyOutcomes | MismatchedMarks): string {
  return error instanceof TooManyOutcomes
    ? 'depends on too many combinations of groups'
    : 'contains characters that the builder needs for itself (U+FDD0 to U+FDD3)';
}

function reportUnsealed(path: string, reason: string, report: (issue: Issue) => void): void {
  report({
    path,
    severity: 'warning',
    code: 'unsealed-page',
    message: `Readers with access see less than they may, because ${reason}.`,
    fix: 'Simplify the groups, or report this to the developers of the builder.',
  });
}
