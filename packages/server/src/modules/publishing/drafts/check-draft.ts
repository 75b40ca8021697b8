import type { DraftCheck } from '@docwright/contract';
import { compareIssues } from '@docwright/doc-agent';
import type { Issue } from '@docwright/site-builder';
import type { FolderShare } from '../../agent/agent-jobs/index.ts';
import { RenderFailure, type SiteRenderer } from '../../building/site-rendering/index.ts';
import { previewFailed } from '../previews/index.ts';
import { toChanges, toOverlay, withMedia } from './draft-overlay.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { selectFiles } from './file-store.ts';
import { withDocs } from './hold-docs.ts';
import type { OpenBranch } from './open-branch.ts';
import { listBlockers, readSettings } from './show-draft.ts';
import type { DraftFileRow } from './tables.ts';

export interface CheckDeps extends DraftDeps {
  readonly folders: FolderShare;
  readonly renderer: SiteRenderer;
}

const checkTimeoutMs = 120_000;

/**
 * Compares the site builder's findings with and without the draft.
 * @throws ApiError preview_failed
 */
export async function checkDraft(deps: CheckDeps, opened: OpenBranch): Promise<DraftCheck> {
  const { draft } = opened;
  const files = draft === undefined ? [] : await selectFiles(deps.database.kysely, draft.id);
  const { introduced, existing, resolved } = await findIssues(deps, opened, files);
  const { blockErrors } = await readSettings(deps.database.kysely, opened.project);
  const hasErrors = introduced.some(({ severity }) => severity === 'error');
  return {
    draftVersion: draft?.version ?? 0,
    introduced: introduced.map(toFinding),
    existing: existing.map(toFinding),
    resolved,
    blockers: [...listBlockers(draft, files), ...(blockErrors && hasErrors ? (['errors'] as const) : [])],
  };
}

export interface ComparedIssues {
  readonly introduced: readonly Issue[];
  /** Issues in changed files that the base commit also has. */
  readonly existing: readonly Issue[];
  readonly resolved: number;
}

export async function findIssues(
  { folders, renderer }: CheckDeps,
  opened: OpenBranch,
  files: readonly DraftFileRow[],
): Promise<ComparedIssues> {
  const { project } = opened;
  const site = { siteId: project.id, organizationId: project.organization_id };
  const signal = AbortSignal.timeout(checkTimeoutMs);
  return withDocs(folders, opened, async ({ folder }) =>
    withRenderFailures(async () => {
      const base = renderer.openCheck({ ...site, folder });
      const media = withMedia(folder, files);
      const changed = media === folder ? base : renderer.openCheck({ ...site, folder: media });
      try {
        const before = await base.check(new Map(), signal);
        const after = files.length === 0 ? before : await changed.check(toChanges(files), signal);
        const { introduced, fixed } = compareIssues(before, after, toOverlay(files));
        const isNew = new Set<unknown>(introduced);
        const paths = new Set(files.map(({ path }) => path));
        return {
          introduced: after.filter((issue) => isNew.has(issue)),
          existing: after.filter((issue) => !isNew.has(issue) && paths.has(issue.path)),
          resolved: fixed,
        };
      } finally {
        base.close();
        if (changed !== base) changed.close();
      }
    }),
  );
}

/** @throws ApiError preview_failed */
export async function withRenderFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RenderFailure) throw previewFailed(error.message, error);
    if (error instanceof Error && error.name === 'TimeoutError')
      throw previewFailed(`it took longer than ${checkTimeoutMs / 1000} s.`, error);
    throw error;
  }
}

function toFinding({ path, line, column, severity, code, message, fix }: Issue): DraftCheck['introduced'][number] {
  return { path, line: line ?? null, column: column ?? null, severity, code, message, fix: fix ?? null };
}
