import type { AskedPart, TextRange } from '@docwright/doc-agent';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { ApiError, type Principal } from '../../../platform/http/index.ts';
import {
  AgentJobFailure,
  draftTextChanged,
  permissionLost,
  type AskedDrafts,
  type DraftJob,
  type OpenedDraft,
} from '../../agent/agent-jobs/index.ts';
import { toRepositoryPath, type ProjectRow } from '../../project-config/projects/index.ts';
import { findLostPermission, type ApiKeyTables } from '../../project-config/api-keys/index.ts';
import { findQuote, toAnchoredText } from '../comments/index.ts';
import {
  createSnapshot,
  openBranch,
  requireRepository,
  type DraftDeps,
  type DraftTables,
  type DraftTarget,
} from '../drafts/index.ts';
import { askScopes, toLineFeeds } from './ask-agent.ts';
import { toSelectedLines } from './list-suggestions.ts';
import { planSuggestions } from './plan-suggestions.ts';

export interface AskedDraftsDeps extends DraftDeps {
  readonly database: Database<DraftTables & ApiKeyTables>;
}

/** Lets agent jobs work on drafts. */
export function createAskedDrafts(deps: AskedDraftsDeps): AskedDrafts {
  return {
    open: async ({ job, project }) => {
      await requirePermissions(deps.database.kysely, job);
      return withJobFailures(() => openSnapshot(deps, { job, project }));
    },
    plan: async ({ job, project, repository, overlay }) => {
      const target = toTarget(job, project);
      const { mirror, baseCommit } = repository;
      const read = (path: string) => mirror.readFile(baseCommit, toRepositoryPath(project.docs_folder, path));
      const selection = await findSelection(job, read);
      const suggest = await withJobFailures(() => planSuggestions(deps, { target, job, overlay, read, selection }));
      return async (tx) => {
        await requirePermissions(tx, job);
        return suggest(tx);
      };
    },
  };
}

/**
 * Checks that the requesting person or key still has permission. The agent can work for minutes, and it acts on behalf
 * of the requester.
 * @throws AgentJobFailure permission_lost
 */
async function requirePermissions(db: Queryable<ApiKeyTables>, job: DraftJob): Promise<void> {
  const { organization_id: organizationId, project_id: projectId } = job;
  const { started_by_kind: kind, started_by_id: id, started_by_name: name } = job;
  const actor = { kind: kind ?? 'system', id, name: name ?? '' };
  const reason = await findLostPermission(db, { organizationId, projectId, actor, scopes: askScopes });
  if (reason !== undefined) throw permissionLost(reason);
}

/**
 * Opens the commit with the draft's files that an earlier attempt created, or creates it. Another machine's mirror
 * doesn't have the commit, but the same draft results in the same commit.
 * @throws AgentJobFailure draft_text_changed
 */
async function openSnapshot(
  deps: DraftDeps,
  { job, project }: { readonly job: DraftJob; readonly project: ProjectRow },
): Promise<OpenedDraft> {
  // This process may have read the branch before the API merged newer commits into the draft.
  const opened = await openBranch(deps, toTarget(job, project), { isExact: true });
  const { host, mirror } = requireRepository(opened);
  const isKept = job.base_commit !== null && (await mirror.hasCommit(job.base_commit));
  const baseCommit = isKept ? job.base_commit : await createSnapshot(deps, opened, toSeconds(job.created_at));
  if (baseCommit === null || (job.base_commit !== null && job.base_commit !== baseCommit))
    throw draftTextChanged('The draft changed while its agent job moved to another machine.');
  const part = await readPart(job, (path) => mirror.readFile(baseCommit, toRepositoryPath(project.docs_folder, path)));
  return { repository: { host, mirror, baseCommit }, part };
}

type ReadFile = (path: string) => Promise<Buffer | undefined>;

/**
 * Reads the part that the request is about, as the agent reads it.
 * @throws AgentJobFailure draft_text_changed
 */
async function readPart(job: DraftJob, read: ReadFile): Promise<AskedPart | undefined> {
  const { file, quote } = job.ask;
  if (file === null) return undefined;
  const text = toAnchoredText((await read(file)) ?? null);
  if (text === undefined) throw draftTextChanged(`The file "${file}" was deleted, or isn't text anymore.`);
  if (quote === null) return { path: file };
  const selection = requireSelection(job, text);
  return { path: file, lines: toSelectedLines(text, selection) };
}

async function findSelection(job: DraftJob, read: ReadFile): Promise<TextRange | undefined> {
  const { file, quote } = job.ask;
  if (file === null || quote === null) return undefined;
  return requireSelection(job, toAnchoredText((await read(file)) ?? null) ?? '');
}

function requireSelection({ ask: { quote, from } }: DraftJob, text: string): TextRange {
  const found = findQuote(text, toLineFeeds(text, quote ?? ''), from ?? undefined);
  if (typeof found !== 'string') return found;
  throw draftTextChanged('The selected text was changed before the agent could read it.');
}

/** Truncates a date to whole seconds, as commit dates are. */
const toSeconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** Errors of the draft's branch, for the job's owner. */
async function withJobFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message } = error;
    if (error.code === 'not_found')
      throw new AgentJobFailure(
        {
          code: 'branch_not_found',
          message,
          remedy: 'Ask the agent about a branch that exists.',
          retryable: false,
        },
        { cause: error },
      );
    // The code host doesn't respond.
    if (error.code === 'draft_repository_unavailable' && error.cause !== undefined) throw error.cause;
    throw error;
  }
}

/** Returns the requesting person or key, whose permissions were checked at the time of the request. */
function toTarget(job: DraftJob, project: ProjectRow): DraftTarget {
  const { started_by_kind: kind, started_by_id: id, started_by_name: name } = job;
  const principal: Principal = {
    actor: { kind: kind === 'api_key' ? kind : 'user', id: id ?? '', name: name ?? '' },
    organizationId: job.organization_id,
    plan: 'enterprise',
    isOperator: false,
    scopes: [],
    projectIds: null,
    expiresAt: null,
    role: null,
    origin: { address: '', userAgent: null, requestId: job.id },
  };
  return { principal, project, branch: job.base_branch };
}
