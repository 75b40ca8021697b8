import type { OutgoingFetch, SignInTestResult, SiteAccess } from '@docwright/site-access';
import type { FoundSite } from '../../publishing/deployments/index.ts';

/** The access modes of production sites, as an edge reads them. */
export interface EdgeAccess {
  /** @throws if the access can't be read: the site isn't served in that case */
  readonly find: (found: FoundSite) => Promise<SiteAccess>;
  readonly listPasswords: (projectId: string) => Promise<readonly StoredPassword[]>;
  /** Counts a sign-in. If counting fails, the sign-in still succeeds. */
  readonly recordSession: (session: StartedSession) => Promise<void>;
  readonly endSession: (session: { readonly projectId: string; readonly id: string }) => Promise<void>;
  readonly findTest: (request: {
    readonly projectId: string;
    readonly token: string;
  }) => Promise<{ readonly id: string; readonly access: SiteAccess } | undefined>;
  readonly storeTest: (test: { readonly id: string; readonly result: SignInTestResult }) => Promise<void>;
  /** Requests to customers' identity providers. */
  readonly fetch: OutgoingFetch;
}

export interface StoredPassword {
  readonly id: string;
  readonly hash: string;
}

export interface StartedSession {
  readonly id: string;
  readonly projectId: string;
  readonly subject: string;
  readonly epoch: number;
  readonly credentialId: string | undefined;
  readonly expiresAt: Date;
}

export const publicAccess: SiteAccess = { mode: 'public', sessionSeconds: 0, sessionEpoch: 0 };

/** The access if every production site is public. */
export const noAccess: EdgeAccess = {
  find: async () => publicAccess,
  listPasswords: async () => [],
  recordSession: async () => undefined,
  endSession: async () => undefined,
  findTest: async () => undefined,
  storeTest: async () => undefined,
  fetch: () => Promise.reject(new Error('this edge sends no requests to identity providers')),
};
