export {
  buildSite,
  checkSite,
  type BuildProgress,
  type BuildReport,
  type BuildRequest,
  BuildCache,
  type BuildCacheOptions,
  encodeMessage,
  MessageError,
  readMessages,
  type Message,
  type ExistingFile,
  type SealedHeader,
  type SessionAnswer,
  type SessionFailureCode,
  type SessionQuestion,
  type SessionSettings,
} from './build/index.ts';
export {
  listAccess,
  listRemoteSpecs,
  listSitePages,
  missingCauses,
  RestrictedPages,
  SiteConfigMissing,
  SiteProtected,
  type MissingCause,
  type MissingPage,
  type PageAccessEntry,
  type PartAccessEntry,
  type SiteAccessList,
} from './site/index.ts';
export {
  defaultBuildLimits,
  defaultBuildSettings,
  type AudienceSettings,
  type BuildLimits,
  type BuildSettings,
  type SiteFeatures,
} from './settings/build-settings.ts';
export { editUrl, type CodeHostKind, type SourceRepository } from './settings/source-repository.ts';
export { createFolderSource } from './source/folder-source.ts';
export { createMemorySource } from './source/memory-source.ts';
export { mayNameRemoteSpecs, withRemoteSpecs, type FetchedSpec } from './source/remote-specs.ts';
export type { SiteSource } from './source/site-source.ts';
export { issueCodes, type IssueCode } from './issues/issue-codes.ts';
export type { Issue, IssueSeverity } from './issues/issue.ts';
export type { OutputFile, SealedFile } from './source/output-file.ts';
export {
  builtInComponents,
  findParseProblems,
  repairPage,
  type ParseProblem,
  type RepairedPage,
} from './page/index.ts';
