import type { AskAgentBody } from '@docwright/contract';
import { hasScope, ApiError, missingScope } from '../../../platform/http/index.ts';
import { createDraftJob, type AgentJobAnswer, type AgentJobDeps } from '../../agent/agent-jobs/index.ts';
import { findQuote, notText, textNotFound, toAnchoredText } from '../comments/index.ts';
import {
  draftFileNotFound,
  openBranch,
  readBaseText,
  readOpenedBytes,
  requireChangeable,
  type Bytes,
  type DraftDeps,
  type DraftTarget,
  type OpenBranch,
} from '../drafts/index.ts';

export interface AskDeps {
  readonly drafts: DraftDeps;
  readonly jobs: AgentJobDeps;
}

/** The route requires the first of these scopes. */
export const askScopes = ['agent-jobs:write', 'content:write'] as const;

/**
 * Creates an agent job that suggests changes to a draft.
 * @throws ApiError insufficient_scope, not_found, invalid_request, draft_repository_unavailable, draft_file_refused,
 * comment_text_not_found, storage_quota_exceeded, and the errors of `createDraftJob`
 */
export async function askAgent(
  { drafts, jobs }: AskDeps,
  target: DraftTarget,
  { body, idempotencyKey }: { readonly body: AskAgentBody; readonly idempotencyKey: string | undefined },
): Promise<AgentJobAnswer> {
  const { principal, project, branch } = target;
  // The agent's answers cost money and fill a file's threads, so only people who can decide on suggestions may request
  // them.
  if (!hasScope(principal, 'content:write')) throw missingScope(principal, 'content:write');
  const { prompt, file = null, quote = null, from = null } = body;
  if (file === null && (quote !== null || from !== null)) throw lacksFile();
  if (quote === null && from !== null) throw lacksQuote();
  const opened = await openBranch(drafts, target);
  const bytes = file === null ? undefined : await readAskedFile(drafts, opened, file);
  await drafts.storage.requireRoom(project.organization_id);
  return createDraftJob(jobs, {
    principal,
    project,
    branch,
    prompt,
    ask: { file, quote, from },
    idempotencyKey,
    verify: () => {
      if (file === null || bytes === undefined) return;
      const text = toAnchoredText(bytes);
      if (text === undefined) throw notText(file);
      if (quote !== null) requireQuote(text, { file, quote, from });
    },
  });
}

async function readAskedFile(drafts: DraftDeps, opened: OpenBranch, file: string): Promise<Bytes> {
  const bytes = await readOpenedBytes(drafts, opened, file);
  if (bytes === null) throw draftFileNotFound(file);
  await requireChangeable(file, { isNew: false, readText: (path) => readBaseText(opened, path) });
  return bytes;
}

function requireQuote(
  text: string,
  { file, quote, from }: { readonly file: string; readonly quote: string; readonly from: number | null },
): void {
  const found = findQuote(text, toLineFeeds(text, quote), from ?? undefined);
  if (typeof found === 'string') throw textNotFound(file, found === 'ambiguous');
}

/** Converts a client's quote to the line endings of the edited text: it can have CRLF where the text has LF. */
export const toLineFeeds = (text: string, quote: string): string =>
  text.includes('\r\n') ? quote : quote.replaceAll('\r\n', '\n');

const lacksFile = (): ApiError =>
  new ApiError('invalid_request', 'A request about quoted text must name its file.', {
    details: [{ path: '/file', message: 'is required with /quote and /from' }],
  });

const lacksQuote = (): ApiError =>
  new ApiError('invalid_request', 'An offset has no meaning without the text that starts there.', {
    details: [{ path: '/quote', message: 'is required with /from' }],
  });
