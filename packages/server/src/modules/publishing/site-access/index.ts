export { listReaderPasswords } from './password-store.ts';
export { deleteOldAccessRows, endReaderSession, recordReaderSession, type ReaderSession } from './reader-sessions.ts';
export type { ReaderTokens } from './reader-tokens.ts';
export { resealAccess } from './reseal-access.ts';
export { registerSiteAccessRoutes, type SiteAccessRouteDeps } from './routes.ts';
export { selectSiteAccess, type AccessOwner, type AccessReaderDeps } from './select-site-access.ts';
export { readerSessionRows } from './session-store.ts';
export type { SiteAccessTables } from './tables.ts';
export { findSignInTest, storeTestResult } from './test-sign-in.ts';
