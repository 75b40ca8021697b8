import { operations } from '@docwright/contract';
import type { Principal, OperationRoutes } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { checkDraft } from './check-draft.ts';
import { readFile, resolveConflict, restoreFile, saveFile } from './draft-file.ts';
import { listRevisions, readRevision } from './draft-history.ts';
import { discardDraft } from './discard-draft.ts';
import { deleteDraftPage, moveDraftPage } from './move-page.ts';
import { findTarget, openBranch, requireProject, type OpenBranch } from './open-branch.ts';
import { propose } from './propose.ts';
import { publishDraft, type PublishDeps } from './publish-draft.ts';
import { retryStale } from './retry-stale.ts';
import { listFiles, showDiff } from './show-diff.ts';
import { listDrafts, readSettings, showDraft } from './show-draft.ts';
import { upsertSettings } from './store.ts';
import { uploadMedia } from './upload-media.ts';

export type DraftRouteDeps = PublishDeps;

interface Named {
  readonly principal: Principal;
  readonly params: { readonly projectId: string; readonly branch: string };
}

export function registerDraftRoutes(routes: OperationRoutes, deps: DraftRouteDeps): void {
  const open = async ({ principal, params }: Named): Promise<OpenBranch> =>
    openBranch(deps, await findTarget(deps, principal, params));
  const edit = async <T>({ principal, params }: Named, work: (opened: OpenBranch) => Promise<T>): Promise<T> =>
    retryStale(deps, await findTarget(deps, principal, params), work);
  routes.handle(operations.listDrafts, async ({ principal, params }) => ({
    drafts: await listDrafts(deps, await requireProject(deps, principal, params.projectId)),
  }));
  routes.handle(operations.getDraft, async (request) => showDraft(deps, await open(request)));
  routes.handle(operations.deleteDraft, async ({ principal, params }) =>
    discardDraft(deps, await findTarget(deps, principal, params)),
  );
  routes.handle(operations.listDraftFiles, async (request) => listFiles(deps, await open(request)));
  routes.handle(operations.getDraftFile, async (request) => readFile(deps, await open(request), request.params.path));
  routes.handle(operations.listDraftFileRevisions, async (request) =>
    listRevisions(deps, await open(request), request.params.path, request.query),
  );
  routes.handle(operations.getDraftFileRevision, async (request) => {
    const { path, revision } = request.params;
    return readRevision(deps, await open(request), { path, revision, at: request.query.at ?? path });
  });
  routes.handle(operations.putDraftFile, async (request) => {
    const { body, params } = request;
    return edit(request, (opened) => saveFile(deps, opened, { path: params.path, body }));
  });
  routes.handle(operations.deleteDraftFile, async (request) => {
    const { query, params } = request;
    return edit(request, (opened) => deleteDraftPage(deps, opened, { path: params.path, ...query }));
  });
  routes.handle(operations.moveDraftFile, async (request) =>
    edit(request, (opened) => moveDraftPage(deps, opened, request.body)),
  );
  routes.handle(operations.restoreDraftFile, async (request) => {
    const path = request.body.file;
    const { version, changedFiles } = await edit(request, (opened) => restoreFile(deps, opened, path));
    return { path, changedFiles, draftVersion: version };
  });
  routes.handle(operations.resolveDraftConflict, async (request) => {
    const { file: path, ...choice } = request.body;
    return edit(request, (opened) => resolveConflict(deps, opened, { path, ...choice }));
  });
  routes.handle(operations.uploadDraftMedia, async (request) =>
    edit(request, (opened) => uploadMedia(deps, opened, request.body)),
  );
  routes.handle(operations.getDraftDiff, async (request) => showDiff(deps, await open(request), request.query.file));
  routes.handle(operations.checkDraft, async (request) => checkDraft(deps, await open(request)));
  routes.handle(operations.getDraftProposal, async (request) => propose(deps, await open(request)));
  routes.handle(operations.publishDraft, async ({ principal, params, body }) =>
    publishDraft(deps, await findTarget(deps, principal, params), body),
  );
  registerSettings(routes, deps);
}

function registerSettings(routes: OperationRoutes, deps: DraftRouteDeps): void {
  const { kysely } = deps.database;
  routes.handle(operations.getDraftSettings, async ({ principal, params }) => {
    const project = await requireProject(deps, principal, params.projectId);
    return readSettings(kysely, project);
  });
  routes.handle(operations.updateDraftSettings, async ({ principal, params, body }) => {
    const project = await requireProject(deps, principal, params.projectId);
    return kysely.transaction().execute(async (tx) => {
      await upsertSettings(tx, project.id, {
        ...(body.requirePullRequest !== undefined && { require_pull_request: body.requirePullRequest }),
        ...(body.blockErrors !== undefined && { block_errors: body.blockErrors }),
      });
      await recordAuditEvent(tx, principal, {
        action: 'draft_settings.updated',
        target: { kind: 'project', id: project.id, name: project.name },
        details: { ...body },
      });
      return readSettings(tx, project);
    });
  });
}
