import { operations } from '@docwright/contract';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { createReaderKey, deleteReaderKey } from './reader-keys.ts';
import { deleteReaderPassword, setReaderPassword, type ReaderPasswordDeps } from './reader-passwords.ts';
import { saveAccess, type SaveAccessDeps } from './save-access.ts';
import { showAccess } from './show-access.ts';
import { revokeReaderTokens, type RevokeReaderTokensDeps } from './reader-tokens.ts';
import { signOutReaders } from './sign-out-readers.ts';
import { showTestSignIn, startTestSignIn } from './test-sign-in.ts';

export type SiteAccessRouteDeps = SaveAccessDeps & ReaderPasswordDeps & RevokeReaderTokensDeps;

export function registerSiteAccessRoutes(routes: OperationRoutes, deps: SiteAccessRouteDeps): void {
  routes.handle(operations.getSiteAccess, async ({ principal, params }) =>
    showAccess(deps, principal, params.projectId),
  );
  routes.handle(operations.setSiteAccess, async ({ principal, params, body, ifMatch }) => {
    const { projectId } = params;
    await saveAccess(deps, { principal, projectId, body, ifMatch });
    return showAccess(deps, principal, projectId);
  });
  routes.handle(operations.setReaderPassword, async ({ principal, params, body }) =>
    setReaderPassword(deps, principal, { ...params, password: body.password }),
  );
  routes.handle(operations.deleteReaderPassword, async ({ principal, params }) => {
    await deleteReaderPassword(deps, principal, params);
    return undefined;
  });
  routes.handle(operations.createReaderKey, async ({ principal, params, body }) =>
    createReaderKey(deps, principal, { projectId: params.projectId, body }),
  );
  routes.handle(operations.deleteReaderKey, async ({ principal, params }) => {
    await deleteReaderKey(deps, principal, params);
    return undefined;
  });
  routes.handle(operations.signOutReaders, async ({ principal, params }) =>
    signOutReaders(deps, principal, params.projectId),
  );
  routes.handle(operations.revokeReaderTokens, async ({ principal, params }) =>
    revokeReaderTokens(deps, principal, params.projectId),
  );
  routes.handle(operations.startTestSignIn, async ({ principal, params, body }) =>
    startTestSignIn(deps, principal, { projectId: params.projectId, body }),
  );
  routes.handle(operations.getTestSignIn, async ({ principal, params }) =>
    showTestSignIn({ db: deps.database.kysely, nowMs: deps.clock.now() }, principal, params),
  );
}
