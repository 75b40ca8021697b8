export { buildSite, checkSite } from './build.ts';
export { SiteConfigMissing } from './config/read-config.ts';
export {
  defaultBuildLimits,
  defaultBuildSettings,
  type BuildLimits,
  type BuildSettings,
  type SiteFeatures,
} from './settings/build-settings.ts';
export type { BuildProgress, BuildReport, BuildRequest } from './build/build-request.ts';
export { createFolderSource } from './source/folder-source.ts';
export { createMemorySource } from './source/memory-source.ts';
export type { SiteSource } from './source/site-source.ts';
export { issueCodes, type IssueCode } from './issues/issue-codes.ts';
export type { Issue, IssueSeverity } from './issues/issue.ts';
export type { OutputFile } from './source/output-file.ts';
export { BuildMemory, type BuildMemoryOptions } from './memory/index.ts';
export { listSitePages } from './list-site-pages.ts';
export { findParseProblems } from './find-parse-problems.ts';
export { encodeFrame, FrameError, readFrames, type Frame } from './session/frames.ts';
export type { HeldFile, ParseProblem, SessionAnswer, SessionQuestion, SessionSettings } from './session/messages.ts';
