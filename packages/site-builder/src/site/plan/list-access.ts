import { admits, type AccessRule, type AccessStatement, type GroupSet } from '@docwright/site-access/rules';
import { defaultBuildSettings, type AudienceSettings } from '../../settings/build-settings.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { toAudience } from '../readers/plan-readers.ts';
import { findRestrictedSpecs } from '../readers/specs/reduce-specs.ts';
import { planSite } from './plan-site.ts';

/** The rules of a site's pages and of parts of its specifications, and whether they admit the given audience. */
export interface SiteAccessList {
  readonly pages: readonly PageAccessEntry[];
  /** Parts of specifications with their own groups; their pages' rules also apply. */
  readonly parts: readonly PartAccessEntry[];
}

export interface PageAccessEntry {
  readonly path: string;
  readonly title: string;
  readonly sourcePath: string;
  /** `undefined` if everyone may read the page. */
  readonly rule: AccessRule | undefined;
  /** All entries with this rule. */
  readonly statements: readonly AccessStatement[];
  readonly isVisible: boolean;
}

export interface PartAccessEntry {
  readonly file: string;
  /** JSON pointer. */
  readonly pointer: string;
  readonly groupSets: readonly GroupSet[];
  readonly isVisible: boolean;
}

/** Lists the rules without building anything. @throws SiteConfigMissing */
export function listAccess(source: SiteSource, settings: AudienceSettings): SiteAccessList {
  const audience = toAudience(settings);
  const reader = { source, maxBytes: defaultBuildSettings.limits.sourceFileBytes };
  const plan = planSite(reader, { ...defaultBuildSettings, restricted: 'include' }, () => undefined);
  return {
    pages: plan.pages.map(({ page, title }) => {
      const { rule, statements } = plan.rules.get(page.path) ?? { rule: undefined, statements: [] };
      const { path, sourcePath } = page;
      return { path, title, sourcePath, rule, statements, isVisible: admits(rule, audience) };
    }),
    parts: findRestrictedSpecs(source, plan.catalog).parts.map(({ file, pointer, groupSets }) => ({
      file,
      pointer,
      groupSets,
      isVisible: admits({ groupSets }, audience),
    })),
  };
}
