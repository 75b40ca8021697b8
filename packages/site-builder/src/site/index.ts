export { fillVariables } from './config/fill-variables.ts';
export { SiteConfigMissing } from './config/read-config.ts';
export { readGrammars } from './config/read-grammars.ts';
export type { ContextualOption, FontConfig, RedirectRule, SiteConfig, ThemeName } from './config/site-config.ts';
export { AnchorCheck, idsOf, type ExpectedAnchor } from './links/anchor-check.ts';
export { AnchorIndex, type PageTexts } from './links/anchor-index.ts';
export { AssetStore } from './links/asset-store.ts';
export { reportBlockedSources } from './links/blocked-sources.ts';
export { checkRedirects } from './links/check-redirects.ts';
export { canonicalUrl, ownCanonical, publicUrl, type SiteAddress } from './links/public-url.ts';
export { encodePath, readTarget } from './links/read-target.ts';
export { SiteLinks, pageAddress, type LinkConditions, type LinkTarget } from './links/site-links.ts';
export { isToolScript } from './links/site-scripts.ts';
export { readSiteStyles } from './links/site-styles.ts';
export { pagesOf } from './navigation/nav-frame.ts';
export type {
  FrameOverrides,
  LanguageAlternate,
  NavDirectory,
  NavDivision,
  NavEntry,
  NavGroup,
  NavLink,
  NavOption,
  NavPage,
  NavigationView,
  OtherVersion,
} from './navigation/navigation-view.ts';
export { allOf, anyOf, conditionOf, implies, TooManyOutcomes } from './readers/choices/conditions.ts';
export {
  Choices,
  exploreOutcomes,
  type Alternative,
  type Meets,
  type Outcome,
  type SeparatedFile,
} from './readers/choices/choices.ts';
export { MismatchedMarks, separateEdits, takeEdits } from './readers/choices/separate-edits.ts';
export type { SealPlan } from './readers/plan-seal.ts';
export { Exploration } from './readers/spec-outcomes/exploration.ts';
export { sealSpecFile, FileNotSealed } from './readers/spec-outcomes/seal-spec-file.ts';
export { keptFiles } from './readers/kept-files.ts';
export { RestrictedPages, SiteProtected } from './readers/restricted-site.ts';
export { namesOperation } from './pages/page-labels.ts';
export { findTitle } from './pages/page-title.ts';
export { readPageFile, type PageReader } from './pages/read-pages.ts';
export type { SitePage } from './pages/site-page.ts';
export { listAccess, type PageAccessEntry, type PartAccessEntry, type SiteAccessList } from './plan/list-access.ts';
export { listSitePages } from './plan/list-site-pages.ts';
export { missingCauses, type MissingCause, type MissingPage } from './plan/missing-page.ts';
export type { ExternalLink } from './plan/list-external-links.ts';
export { planSite } from './plan/plan-site.ts';
export { isRestricted, type PlannedPage, type SitePlan } from './plan/site-plan.ts';
export {
  discoveryFolder,
  findRootSkill,
  indexPaths,
  publishedFolders,
  rootSkillPath,
  skillFile,
  type SkillSource,
} from './plan/skill-paths.ts';
export { referenceKey, type ApiReference, type ApiSpec, type Json, type JsonObject } from './specs/api-spec.ts';
export { parseSpelling } from './specs/find-reference.ts';
export { findOperation, methodsOf } from './specs/list-operations.ts';
export { listRemoteSpecs } from './plan/list-specs.ts';
export { badgeOf } from './specs/list-pages.ts';
export {
  entriesOf,
  fieldOf,
  flagOf,
  isList,
  isObject,
  listOf,
  numberOf,
  plainText,
  textOf,
  textsOf,
  toObject,
  withFields,
} from './specs/read-json.ts';
export { refName, resolveNode, resolveObject } from './specs/resolve-ref.ts';
