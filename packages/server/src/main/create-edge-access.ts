import {
  endReaderSession,
  findSignInTest,
  listReaderPasswords,
  recordReaderSession,
  selectSiteAccess,
  storeTestResult,
} from '../modules/publishing/site-access/index.ts';
import { toOutgoingFetch, type EdgeAccess } from '../modules/readers/edge/index.ts';
import type { Platform } from './open-platform.ts';

/** Maximum time for a response from an identity provider; it is short, because a reader is waiting. */
const providerTimeoutMs = 10_000;

/** Provides the access settings of production sites to an edge. Public sites don't need a database query. */
export function createEdgeAccess({
  database: { kysely: db },
  secretBox,
  signInHttp,
}: Pick<Platform, 'database' | 'secretBox' | 'signInHttp'>): EdgeAccess {
  const deps = { db, secretBox };
  return {
    find: ({ projectId, organizationId, accessMode: mode, signInOptional }) =>
      selectSiteAccess(deps, { projectId, organizationId, mode, signIn: signInOptional ? 'optional' : 'required' }),
    listPasswords: (projectId) => listReaderPasswords(db, projectId),
    recordSession: (session) => recordReaderSession(db, session),
    endSession: (session) => endReaderSession(db, session),
    findTest: (request) => findSignInTest(deps, request),
    storeTest: (test) => storeTestResult(db, test),
    fetch: toOutgoingFetch(signInHttp, providerTimeoutMs),
  };
}
