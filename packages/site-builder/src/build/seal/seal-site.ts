import type { Condition } from '@docwright/site-access/rules';
import type { BuildRequest } from '../build-request.ts';
import type { BuildSettings } from '../../settings/build-settings.ts';
import type { Issue } from '../../issues/issue.ts';
import type { IssueLog } from '../../issues/issue-log.ts';
import { MismatchedMarks, TooManyOutcomes, type PlannedPage, type SealPlan } from '../../site/index.ts';
import { applyEffects } from '../apply-effects.ts';
import { prepareBuild, type BuildParts } from '../prepare-build.ts';
import { feedOf } from '../search-page-of.ts';
import { makeSealedPage, type SealedPage } from './make-sealed-page.ts';
import type { PublicFiles } from './public-files.ts';
import type { PublicPage } from './reuse-body.ts';
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

/** The whole site as readers with access see it. */
export interface SealedSite {
  readonly pages: number;
  /** Number of pages that were to be built. */
  readonly rendered: number;
  /** Number of pages that the navigation lists. */
  readonly expected: number;
  readonly log: IssueLog;
  /** Source paths of its pages. */
  readonly sources: ReadonlySet<string>;
}

/**
 * Creates the files that turn the public site into the site of any audience. Public pages are sealed while the public
 * site is built, because their text and files are available then; everything else follows.
 */
export class SiteSeal {
  readonly #parts: BuildParts;
  readonly #seal: SealPlan;
  readonly #files: SealedFiles;
  readonly #publicFiles: PublicFiles;
  readonly #restrictedFiles: ReadonlyMap<string, Condition>;
  readonly #planned: ReadonlyMap<string, PlannedPage>;
  readonly #made = new Map<string, SealedPage>();
  /** Pages that were sealed, or can't be sealed. */
  readonly #done = new Set<string>();
  readonly #report = (issue: Issue): void => this.#parts.log.add(issue);

  /** @throws SiteConfigMissing */
  static async open({ request, settings, publicFiles, emit }: SealRequest): Promise<SiteSeal> {
    const { source, clock, signal } = request;
    const parts = await prepareBuild(
      { source, clock, emit: () => undefined, ...(signal === undefined ? {} : { signal }) },
      { ...settings, restricted: 'seal' },
    );
    const { seal } = parts.plan;
    if (seal === undefined) throw new Error('The build has no plan for readers.');
    return new SiteSeal({ parts, seal, publicFiles, emit });
  }

  private constructor({ parts, seal, publicFiles, emit }: OpenedSeal) {
    this.#parts = parts;
    this.#seal = seal;
    this.#publicFiles = publicFiles;
    this.#files = new SealedFiles({ choices: seal.choices, publicFiles, emit, report: this.#report });
    this.#planned = new Map(parts.plan.pages.map((planned) => [planned.page.path, planned]));
    this.#restrictedFiles = filesWithReaders(parts);
  }

  /** Adds a page of the public site whose files were just emitted. */
  addPublicPage(open: PublicPage): void {
    const planned = this.#planned.get(open.planned.page.path);
    const { html, markdown } = open.made.files ?? {};
    // For files that the receiver already has, only the digests are known.
    const isKnown = html instanceof Uint8Array && markdown instanceof Uint8Array;
    if (planned === undefined || !isKnown || this.#parts.plan.whens.has(planned.page.path)) return;
    const { path } = planned.page;
    try {
      const page = this.#makePage(planned, open);
      if (page === undefined) return;
      this.#files.addEdits(`${path}.html`, page.html, html);
      this.#files.addEdits(`${path}.md`, page.markdown, markdown);
      this.#keep(page);
    } catch (error) {
      this.#reportPage(planned, error);
    }
  }

  /** Creates and emits everything else. */
  async finish(): Promise<SealedSite> {
    const { plan, chosen, log, state } = this.#parts;
    await this.#files.writeWaiting();
    try {
      await this.#sealRest();
    } catch (error) {
      if (!isUnsealable(error)) throw error;
      reportUnsealed(plan.config.file, `the site ${reasonOf(error)}`, this.#report);
    }
    await this.#files.finish();
    // Nothing is known about the headings of pages that were left out.
    if (chosen.length === plan.pages.length) state.anchors.report(this.#report);
    return {
      pages: plan.pages.length,
      rendered: chosen.length,
      expected: plan.expected,
      log,
      sources: new Set(plan.pages.map(({ page }) => page.sourcePath)),
    };
  }

  async #sealRest(): Promise<void> {
    const { chosen, request } = this.#parts;
    const [parts, seal, files, publicFiles] = [this.#parts, this.#seal, this.#files, this.#publicFiles];
    const others = otherDocuments({ parts, seal });
    for (const planned of chosen) {
      if (this.#done.has(planned.page.path)) continue;
      request.signal?.throwIfAborted();
      try {
        const page = this.#makePage(planned);
        if (page === undefined) continue;
        await writePage(parts, page, { files, others: others.get(`${planned.page.path}.html`) });
        this.#keep(page);
      } catch (error) {
        this.#reportPage(planned, error);
      }
    }
    for (const [path, outcomes] of others)
      if (!this.#planned.has(path.replace(/\.html$/, ''))) await files.write(path, outcomes);
    const pages = chosen.flatMap(({ page }) => this.#made.get(page.path) ?? []);
    await sealAssets({ parts, pages, files });
    await sealSearch({ parts, seal, pages, files });
    const specs = await sealSpecs({ parts, seal, pages, publicFiles, files });
    await sealLists({ parts, seal, pages, specs, publicFiles, files });
  }

  /** Returns `undefined`, and reports an issue, if the page can't be sealed. */
  #makePage(planned: PlannedPage, open?: PublicPage): SealedPage | undefined {
    this.#done.add(planned.page.path);
    const page = makeSealedPage(this.#parts, planned, { restrictedFiles: this.#restrictedFiles, open });
    // Readers who see the most have the most issues.
    for (const effects of page?.variants.at(-1)?.effects ?? page?.effects ?? [])
      applyEffects(effects, this.#parts.state);
    const { sourcePath } = planned.page;
    if (page === undefined)
      reportUnsealed(sourcePath, 'the page contains text from a page with different readers', this.#report);
    return page;
  }

  #keep(page: SealedPage): void {
    this.#made.set(page.planned.page.path, withoutText(page));
  }

  #reportPage({ page }: PlannedPage, error: unknown): void {
    if (!isUnsealable(error)) throw error;
    reportUnsealed(page.sourcePath, `the page ${reasonOf(error)}`, this.#report);
  }
}

interface OpenedSeal extends Pick<SealRequest, 'publicFiles' | 'emit'> {
  readonly parts: BuildParts;
  readonly seal: SealPlan;
}

/** The sources of restricted pages. */
function filesWithReaders({ plan }: BuildParts): ReadonlyMap<string, Condition> {
  return new Map(
    plan.pages.flatMap(({ page }) => {
      const when = plan.whens.get(page.path);
      return when === undefined || page.api !== undefined ? [] : [[page.sourcePath, when] as const];
    }),
  );
}

/** The page data that lists and indexes need. */
function withoutText(page: SealedPage): SealedPage {
  const { rendered, when, variants } = page;
  const isSearched = when !== undefined || variants.length > 0;
  const texts = { content: '', sidePanel: '', markdown: '', headings: [], ...(isSearched ? {} : { sections: [] }) };
  return { ...page, html: '', rendered: { ...rendered, ...texts } };
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
    : 'contains characters that are reserved for the builder (U+FDD0 to U+FDD3)';
}

function reportUnsealed(path: string, reason: string, report: (issue: Issue) => void): void {
  report({
    path,
    severity: 'warning',
    code: 'unsealed-page',
    message: `Readers with access see less than they are allowed to, because ${reason}.`,
    fix: 'Simplify the groups, or report this to the developers of the builder.',
  });
}
