import type { OutgoingFetch } from '../oauth/outgoing-fetch.ts';
import type { SiteAccess } from '../site-access.ts';
import type { SignInErrorCode } from '../sign-in-error.ts';
import type { SignInTestResult } from '../sign-in-test.ts';
import type { GateSite } from './gate-site.ts';
import type { ReaderStore } from './reader-store.ts';

/** The result of a password attempt. */
export type GuessResult =
  | { readonly kind: 'right'; readonly passwordId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'later'; readonly seconds: number };

/** The interface through which a gate queries and notifies the program that contains it. */
export interface GatePorts<Site extends GateSite = GateSite> {
  readonly nowMs: () => number;
  /** The first secret is used for signing; signatures made with any of the secrets are accepted. */
  readonly secrets: readonly [string, ...string[]];
  /** Compares the attempt with every password of the site in constant time, and limits attempts. */
  readonly guess: (
    site: Site,
    attempt: { readonly password: string; readonly address: string },
  ) => Promise<GuessResult>;
  /** `undefined` if no one signs in to a dashboard. */
  readonly members: MemberPort<Site> | undefined;
  readonly fetch: OutgoingFetch;
  /** Counts a sign-in or another limited request. Returns the seconds to wait, or 0 if the request is allowed. */
  readonly takeSignIn: (site: Site, address: string) => number;
  /** Records on every edge, until the given time, that a token was used. Returns false if it was used before. */
  readonly useOnce: (site: Site, token: { readonly digest: string; readonly untilMs: number }) => Promise<boolean>;
  readonly endedSessions: EndedSessions<Site>;
  readonly store: ReaderStore<Site>;
  readonly report: (site: Site, event: GateEvent) => void;
  readonly tests?: TestSignIns<Site> | undefined;
}

/** Sign-in of an organization's members at its dashboard, which redirects them back with a code. */
export interface MemberPort<Site extends GateSite = GateSite> {
  /** Returns the address for signing in. `challenge` is the digest of a proof that only the browser has. */
  toSignInUrl(site: Site, request: { readonly challenge: string; readonly returnTo: string }): string;
  /** Consumes the code, and returns the ID of the dashboard session that created it. */
  takeCode(site: Site, request: { readonly code: string; readonly challenge: string }): Promise<string | undefined>;
  /** Finds the member with this session. @throws if no answer is available */
  findMember(site: Site, sessionId: string): Promise<Member | undefined>;
  /**
   * The groups of the member with this session; `undefined` if the session has ended. An answer may be up to
   * five seconds old.
   * @throws if no answer is available
   */
  findGroups(site: Site, sessionId: string): Promise<readonly string[] | undefined>;
  /** Like `findGroups`, for a user without a session. */
  findGroupsOfUser(site: Site, userId: string): Promise<readonly string[] | undefined>;
}

export interface Member {
  readonly userId: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
}

/** Sessions that a sign-out ended early. */
export interface EndedSessions<Site extends GateSite = GateSite> {
  /** The result may be up to five seconds old. It is `false` while the service is unreachable, so sessions continue. */
  has(site: Site, sessionId: string): boolean | Promise<boolean>;
  end(site: Site, session: { readonly id: string; readonly untilMs: number }): Promise<void>;
}

export type GateEvent =
  /** A reader has signed in. */
  | {
      readonly kind: 'signed-in';
      readonly sessionId: string;
      readonly subject: string;
      /** ID of the password or key. */
      readonly credentialId: string | undefined;
      readonly expiresAtMs: number;
    }
  /** A reader has more groups than fit into a session. */
  | { readonly kind: 'groups-left-out'; readonly subject: string; readonly kept: number; readonly leftOut: number }
  /** A user object has a `content` or `apiPlaygroundInputs` that is too large to store. */
  | { readonly kind: 'content-left-out' }
  /** A sign-in, a sign-out or a token couldn't be stored. */
  | { readonly kind: 'not-stored'; readonly error: Error }
  | { readonly kind: 'sign-in-failed'; readonly code: SignInErrorCode; readonly error: Error };

/** Sign-ins that test settings instead of opening the site: `/login?test={token}`. */
export interface TestSignIns<Site extends GateSite = GateSite> {
  /** The settings to test; `undefined` if the token isn't valid for this site, or its test has ended. */
  find(site: Site, token: string): Promise<{ readonly id: string; readonly access: SiteAccess } | undefined>;
  store(site: Site, id: string, result: SignInTestResult): Promise<void>;
}
