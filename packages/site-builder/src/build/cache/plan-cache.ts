import { isDeepStrictEqual } from 'node:util';
import type { BuildSettings } from '../../settings/build-settings.ts';
import type { Issue, ReportIssue } from '../../issues/issue.ts';
import {
  findTitle,
  readPageFile,
  type PageReader,
  planSite,
  type PlannedPage,
  type SitePlan,
} from '../../site/index.ts';
import type { SiteSource } from '../../source/site-source.ts';

interface MadePlan {
  readonly plan: SitePlan;
  readonly settings: BuildSettings;
  readonly paths: readonly string[];
  /** Each file that was read for the plan, with its content. */
  readonly read: Map<string, Uint8Array | undefined>;
  readonly issues: readonly Issue[];
}

/**
 * The plan of the previous build. It is reused while the site has the same file names and each file that was read for
 * the plan has the same bytes. The text of a page may change if its frontmatter doesn't: the plan uses only the text's
 * title.
 *
 * Sites with specifications are always planned again: the errors of a specification are reported while pages are
 * written, to the build that read it.
 */
export class PlanCache {
  #made: MadePlan | undefined;

  /** Returns a site's plan. @throws SiteConfigMissing */
  plan(reader: PageReader, settings: BuildSettings, report: ReportIssue): SitePlan {
    return this.#find(reader, settings, report) ?? this.#make(reader, settings, report);
  }

  #find(reader: PageReader, settings: BuildSettings, report: ReportIssue): SitePlan | undefined {
    const made = this.#made;
    if (made === undefined || !isSameList(made.paths, reader.source.paths)) return undefined;
    if (!isDeepStrictEqual(made.settings, settings)) return undefined;
    const changed = changedFiles(made, reader.source);
    const pages = changed.length === 0 ? made.plan.pages : withTexts(made.plan.pages, changed, reader);
    if (pages === undefined) return undefined;
    for (const issue of made.issues) report(issue);
    for (const path of changed) made.read.set(path, reader.source.read(path));
    const plan = { ...made.plan, pages };
    this.#made = { ...made, plan };
    return plan;
  }

  /** Creates a plan, and stores it if changes that invalidate it can be detected. */
  #make(reader: PageReader, settings: BuildSettings, report: ReportIssue): SitePlan {
    const read = new Map<string, Uint8Array | undefined>();
    const issues: Issue[] = [];
    const { source } = reader;
    const watched: SiteSource = {
      paths: source.paths,
      has: (path) => source.has(path),
      read: (path) => {
        const bytes = source.read(path);
        read.set(path, bytes);
        return bytes;
      },
    };
    const made = planSite({ ...reader, source: watched }, settings, (issue) => {
      issues.push(issue);
      report(issue);
    });
    const isWhole = made.catalog.paths().length === 0;
    this.#made = isWhole ? { plan: made, settings, paths: source.paths, read, issues } : undefined;
    return made;
  }
}

function changedFiles({ read }: MadePlan, source: SiteSource): string[] {
  const changed: string[] = [];
  for (const [path, before] of read) {
    const now = source.read(path);
    if (now === before) continue;
    if (now === undefined || before === undefined || Buffer.compare(now, before) !== 0) changed.push(path);
  }
  return changed;
}

/** The same pages, some with a different text, or `undefined` if anything else changed. */
function withTexts(
  pages: readonly PlannedPage[],
  changed: readonly string[],
  reader: PageReader,
): readonly PlannedPage[] | undefined {
  const texts = new Set(changed);
  const next = pages.map((planned) => {
    const { page, reference, title } = planned;
    if (page.api !== undefined || !texts.delete(page.sourcePath)) return planned;
    const now = readPageFile(reader, page.path, page.sourcePath);
    const isSame =
      now.hasFeed === page.hasFeed &&
      isDeepStrictEqual(now.frontmatter, page.frontmatter) &&
      findTitle(now, reference) === title;
    return isSame ? { ...planned, page: now } : undefined;
  });
  const found = next.filter((planned) => planned !== undefined);
  return texts.size === 0 && found.length === pages.length ? found : undefined;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((path, index) => path === other[index]));
}
