import type { AgentPolicy } from '../policy/policy.ts';
import { addImageTool } from './add-image.ts';
import { applyFixesTool } from './apply-fixes.ts';
import { codeDiffTool } from './code-diff.ts';
import { codeGrepTool } from './code-grep.ts';
import { codeListTool } from './code-list.ts';
import { codeLogTool } from './code-log.ts';
import { codeReadTool } from './code-read.ts';
import { codeSymbolsTool } from './code-symbols.ts';
import { deletePageTool } from './delete-page.ts';
import { diffTool } from './diff.ts';
import { editFileTool } from './edit-file.ts';
import { fetchUrlTool } from './fetch-url.ts';
import { citingFinishTool, finishTool } from './finish.ts';
import { frontmatterTool } from './frontmatter.ts';
import { grepFilesTool } from './grep-files.ts';
import { listFilesTool } from './list-files.ts';
import { movePageTool } from './move-page.ts';
import { navigationTool } from './navigation.ts';
import { openapiTool } from './openapi.ts';
import { readFileTool } from './read-file.ts';
import { replaceTextTool } from './replace-text.ts';
import { revertTool } from './revert.ts';
import { sectionTool } from './section.ts';
import { searchDocsTool } from './search-docs.ts';
import { specDiffTool } from './spec-diff.ts';
import type { AgentTool } from './tool.ts';
import { validateTool } from './validate.ts';
import { viewImageTool } from './view-image.ts';
import { viewPageTool } from './view-page.ts';
import { writeFileTool } from './write-file.ts';

const always: readonly AgentTool[] = [
  listFilesTool,
  readFileTool,
  grepFilesTool,
  searchDocsTool,
  editFileTool,
  writeFileTool,
  replaceTextTool,
  movePageTool,
  deletePageTool,
  sectionTool,
  frontmatterTool,
  navigationTool,
  validateTool,
  applyFixesTool,
  diffTool,
  revertTool,
];
const forCode: readonly AgentTool[] = [
  codeListTool,
  codeReadTool,
  codeGrepTool,
  codeSymbolsTool,
  codeLogTool,
  codeDiffTool,
  specDiffTool,
];

/** The sources that a turn has in addition to its site. */
export interface ToolOffer {
  readonly canFetch: boolean;
  /** Whether the job has context repositories. */
  readonly hasCode: boolean;
  /** Whether the docs folder contains API descriptions. */
  readonly hasSpecs: boolean;
  /** Whether people attached images to the job, and the turn may add them to the site. */
  readonly mayAddImages: boolean;
  /** Whether the model can see images. */
  readonly seesImages: boolean;
  /** Whether a browser is available. */
  readonly hasBrowser: boolean;
}

/** Whether a file's name suggests that it describes an API. */
export function isSpecFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return /\.(?:json|ya?ml)$/.test(name) && (name.includes('openapi') || name.includes('swagger'));
}

/** The tools of a turn, in an order that never changes (providers cache the beginning of a request). */
export function listTools(
  policy: AgentPolicy,
  { canFetch, hasCode, hasSpecs, mayAddImages, seesImages, hasBrowser }: ToolOffer,
): readonly AgentTool[] {
  return [
    ...always,
    ...(hasCode || hasSpecs ? [openapiTool] : []),
    ...(hasCode ? [...forCode, citingFinishTool] : [finishTool]),
    ...(mayAddImages ? [addImageTool] : []),
    ...(seesImages ? [viewImageTool, ...(hasBrowser ? [viewPageTool] : [])] : []),
    ...(canFetch && policy.fetchHosts.length > 0 ? [fetchUrlTool] : []),
  ];
}
