import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../modules/foundation/audit-log/index.ts';
import { createFolderShare } from '../modules/agent/agent-jobs/index.ts';
import { createAuthenticateSession, selectUser, type AccountContext } from '../modules/identity/accounts/index.ts';
import { registerCommentRoutes } from '../modules/publishing/comments/index.ts';
import { registerAskRoutes } from '../modules/publishing/draft-asks/index.ts';
import {
  createPreviewFiles,
  registerDraftPreviews,
  registerDraftRoutes,
  registerEditRoute,
  type MovedBranch,
} from '../modules/publishing/drafts/index.ts';
import { openSharedTexts, type SharedTexts } from '../modules/publishing/shared-texts/index.ts';
import { createFindWebRepository, isLocalAddress } from '../modules/sources/repositories/index.ts';
import type { OperationRoutes } from '../platform/http/index.ts';
import type { Composition } from './compose.ts';
import { createDraftDeps } from './create-draft-deps.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

interface DraftContext {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly platform: Platform;
  readonly composition: Composition;
  readonly accounts: AccountContext;
}

/** Disk limit for the preview files of one process. */
const previewBytes = 512 * 1024 * 1024;

/** Registers the routes for the editor's drafts. */
export function registerDrafts(
  app: FastifyInstance,
  routes: OperationRoutes,
  { settings, baseUrl, platform, composition, accounts }: DraftContext,
): void {
  const { database } = platform;
  const bySession = createAuthenticateSession(accounts);
  const deps = {
    ...createDraftDeps(platform, { settings, composition, baseUrl }),
    settleTexts: (branch: Parameters<SharedTexts['settle']>[0]) => sharedTexts.settle(branch),
    folders: createFolderShare(),
    renderer: composition.renderer,
  };
  const sharedTexts = openSharedTexts(app, {
    drafts: deps,
    database,
    notifications: platform.notifications,
    bySession,
    baseUrl,
  });
  registerDraftRoutes(routes, {
    ...deps,
    findUser: (id) => selectUser(database.kysely, id),
    onBranchMoved: (moved) => reportPush(platform, composition, moved),
  });
  registerDraftPreviews(routes, app, {
    ...deps,
    openFiles: createPreviewFiles({ root: join(settings.dataDir, 'cache', 'drafts'), maxBytes: previewBytes }),
    linkSecrets: platform.linkSecrets,
    baseUrl,
    previewUrl: settings.previewUrl,
  });
  registerCommentRoutes(routes, { database, drafts: deps, notify: composition.tellPeople.ofComment });
  const { agentQueue: queue, repositoryUrl } = composition;
  registerAskRoutes(routes, { drafts: deps, jobs: { database, engine: platform.engine, queue, repositoryUrl } });
  registerEditRoute(app, {
    database,
    bySession,
    findWebRepository: createFindWebRepository(composition.addressRules),
    baseUrl,
  });
}

/**
 * Reports a committed draft like a push by its author: to live sites, and in the audit log for an embedded repository.
 */
async function reportPush(
  { database }: Platform,
  { localCodeHost, onHint }: Composition,
  { author, repository, branch, from, to }: MovedBranch,
): Promise<void> {
  const { organizationId } = author;
  if (isLocalAddress(repository)) {
    const found = await localCodeHost.findRepository(organizationId, repository.slice(repository.indexOf(':') + 1));
    if (found !== undefined)
      await recordAuditEvent(database.kysely, author, {
        action: 'repository.pushed',
        target: { kind: 'repository', id: found.id, name: found.name },
        details: { refs: [{ ref: `refs/heads/${branch}`, from: from ?? '0'.repeat(40), to }], refCount: 1 },
      });
  }
  await onHint({ organizationId, repository, author: author.actor.name, branches: [branch] });
}
