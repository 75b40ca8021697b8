export {
  cleanEvidence,
  cleanSource,
  isReaderEvidence,
  maxEvidence,
  omittedChanges,
  type Evidence,
  type ReaderEvidence,
  type SourceEvidence,
} from './policy/evidence.ts';
export {
  toModelPrompt,
  toShownPrompt,
  type AskedPart,
  type AskedTurn,
  type LineComment,
} from './policy/line-comments.ts';
export { AgentError, agentErrorCodes, isToolError, ToolError } from './errors.ts';
export type { AgentErrorCode } from './errors.ts';
export { formatLocation, parseLocation } from './code/citation.ts';
export { CodeLibrary } from './code/code-library.ts';
export { findAnchored, readAnchors, type PageAnchor } from './code/page-anchors.ts';
export { defaultCapacity } from './loop/fit-to-window.ts';
export { modelLabel } from './loop/model-label.ts';
export { usageOfRecord } from './loop/usage-of-record.ts';
export { runAgentTurn } from './loop/run-agent-turn.ts';
export { decodeText } from './overlay/decode-text.ts';
export { applyOverlayChanges, parseOverlay, serializeOverlay, toImageEntry } from './overlay/overlay.ts';
export { BaseLibrary } from './workspace/base-library.ts';
export { createDocsFiles } from './overlay/docs-files.ts';
export { compareIssues } from './tools/compare-issues.ts';
export { deletePage } from './tools/delete-page.ts';
export { movePage } from './tools/move-page.ts';
export { listFileChanges, toChangedFile } from './overlay/list-file-changes.ts';
export { formatFileDiff, unifiedDiff } from './overlay/unified-diff.ts';
export { findImageType, maxImageBytes } from './images/image-type.ts';
export { describeImage, digestOfImage } from './images/shown-images.ts';
export { findNewPathProblem, findPathProblem } from './paths/check-path.ts';
export { findForbiddenKind, findPluginRoots } from './policy/never-written.ts';
export { findSiteFiles } from './policy/site-files.ts';
export { invisibleCharacters } from './text/invisible-characters.ts';
export { diffLines, type LineRun } from './text/diff-lines.ts';
export { markDifferences, mergeLines, type MergedLines } from './text/merge-lines.ts';
export { findChange } from './text/find-change.ts';
export { findOccurrences } from './text/find-occurrences.ts';
export { findOnly, moveRange, type TextRange } from './text/move-range.ts';
export { readFormat, toContent, toEditedText, type TextFormat } from './text/text-format.ts';
export { Workspace } from './workspace/workspace.ts';
export { compileGlobs, maxGlobLength } from './policy/compile-glob.ts';
export { isInLfs } from './policy/git-lfs.ts';
export { defaultAllowPaths, defaultLimits, resolvePolicy } from './policy/policy.ts';
export type { AgentLimits, AgentPolicy, PolicySettings } from './policy/policy.ts';
export { redactSecrets } from './policy/find-secrets.ts';
export { guidanceNames } from './policy/guidance-files.ts';
export { isGuidePath, isReadablePath } from './policy/readable-path.ts';
export type {
  AgentClock,
  AgentModel,
  BaseFile,
  BaseFiles,
  CodeCommit,
  CodeDiff,
  CodeEntry,
  CodeFile,
  CodeRange,
  CodeRepository,
  DocsFiles,
  DocsGate,
  FetchUrl,
  GateIssue,
  Journal,
  JournalRecord,
  ImageEntry,
  ImageType,
  JobImage,
  JobImages,
  JournalRecordKind,
  JsonValue,
  ModelCapacity,
  Overlay,
  OverlayChange,
  OverlayEntry,
  PageProblem,
  PageView,
  Screenshot,
  TakeScreenshot,
} from './ports.ts';
export {
  composeCommit,
  composePullRequest,
  draftRefusal,
  jobMarker,
  namesRisk,
  replacePart,
} from './pull-request/compose-pull-request.ts';
export type {
  CommitText,
  EarlierTurn,
  PullRequestFacts,
  PullRequestText,
} from './pull-request/compose-pull-request.ts';
export { createRulesModel } from './rules/create-rules-model.ts';
export { readOptions } from './rules/options.ts';
export { rulesModelId } from './rules/rules-model-id.ts';
export { turnResults } from './turn.ts';
export type { AgentTurn } from './loop/agent-turn.ts';
export type {
  ChangedFile,
  CitedLines,
  FileChangeKind,
  GateResult,
  Guidance,
  TurnOutcome,
  TurnResult,
  TurnUsage,
} from './turn.ts';
