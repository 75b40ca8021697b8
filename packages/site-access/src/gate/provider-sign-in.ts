import { createHash } from 'node:crypto';
import { providerDigest } from '../oauth/provider-digest.ts';
import type { OpenSignIn, ProviderClient } from '../oauth/provider-client.ts';
import type { SignedInUser } from '../reader/read-user.ts';
import { readSigned, signValue } from '../session/signed-value.ts';
import { SignInError } from '../sign-in-error.ts';
import type { OAuthAccess } from '../site-access.ts';
import { failSignIn } from './fail-sign-in.ts';
import { redirect, type GateAnswer } from './gate-answer.ts';
import type { GateSite } from './gate-site.ts';
import type { GatePorts } from './ports.ts';
import { sendTooMany } from './problems.ts';
import type { ReaderSessions } from './reader-sessions.ts';
import type { RunningTest, TestTokens } from './test-tokens.ts';
import type { Visit } from './visit.ts';

const cookiePrefix = 'docwright_oauth_';
const openSeconds = 600;
/** Maximum number of open sign-ins in a browser; the oldest are dropped. */
const maxOpen = 5;

/** A browser's record of an open sign-in; each tab has one cookie. */
interface Kept extends OpenSignIn {
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly untilMs: number;
  readonly provider: string;
  readonly test?: string;
}

const cookieOf = (state: string): string =>
  cookiePrefix + createHash('sha256').update(state).digest('hex').slice(0, 16);

/** Signs readers in through an OAuth 2 or OpenID Connect server. */
export class ProviderSignIn<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;
  readonly #sessions: ReaderSessions<Site>;
  readonly #tests: TestTokens<Site>;
  #client: Promise<ProviderClient> | undefined;

  constructor(ports: GatePorts<Site>, sessions: ReaderSessions<Site>, tests: TestTokens<Site>) {
    this.#ports = ports;
    this.#sessions = sessions;
    this.#tests = tests;
  }

  /** Loads the client at the first sign-in: most processes don't serve a site with a provider. */
  #openClient(): Promise<ProviderClient> {
    const { fetch, nowMs } = this.#ports;
    this.#client ??= import('../oauth/provider-client.ts').then((loaded) => new loaded.ProviderClient(fetch, nowMs));
    return this.#client;
  }

  async begin(visit: Visit<Site>, access: OAuthAccess, test?: RunningTest): Promise<GateAnswer> {
    const returnTo = visit.target;
    try {
      const client = await this.#openClient();
      const { url, signIn } = await client.begin(access, visit.url('/login/oauth/callback'));
      const untilMs = this.#ports.nowMs() + openSeconds * 1000;
      const kept: Kept = {
        ...signIn,
        returnTo,
        untilMs,
        provider: providerDigest(access),
        ...(test !== undefined && { test: test.token }),
      };
      const value = signValue(this.#ports.secrets, toPurpose(visit.site), kept);
      const cookie = visit.cookies.write(cookieOf(signIn.state), value, openSeconds);
      return redirect(302, url, [...this.#forgetOldest(visit), cookie]);
    } catch (error) {
      if (test !== undefined) return this.#tests.finish(visit, test, error);
      return failSignIn(this.#ports, visit, error, { retryUrl: visit.path('/login', returnTo) });
    }
  }

  /** Returns the headers that remove the oldest open sign-ins. Browsers send the oldest cookie first. */
  #forgetOldest(visit: Visit<Site>): string[] {
    const open = visit.cookies.list(visit.request.header('cookie'), cookiePrefix);
    return open.slice(0, Math.max(0, open.length - maxOpen + 1)).map((name) => visit.cookies.remove(name));
  }

  /** Whether a callback belongs to a test of settings. */
  isTest(visit: Visit<Site>): boolean {
    return this.#readKept(visit, visit.query.get('state') ?? '')?.test !== undefined;
  }

  async answerCallback(visit: Visit<Site>): Promise<GateAnswer> {
    const { site, request } = visit;
    const state = visit.query.get('state') ?? '';
    const kept = this.#readKept(visit, state);
    if (kept === undefined) return this.#answerUnknown(visit);
    const cookies = [visit.cookies.remove(cookieOf(state))];
    const test = await this.#tests.open(visit, kept.test);
    const access = test?.access ?? site.access;
    if (
      access.mode !== 'oauth' ||
      kept.provider !== providerDigest(access) ||
      (kept.test !== undefined && test === undefined)
    )
      return redirect(302, kept.returnTo, cookies);
    const seconds = this.#ports.takeSignIn(site, request.address);
    if (seconds > 0) return sendTooMany(seconds);
    const user = await this.#finish(visit, access, kept).catch((error: unknown) => error);
    if (test !== undefined) return this.#tests.finish(visit, test, user, cookies);
    if (!isUser(user))
      return failSignIn(this.#ports, visit, user, { retryUrl: visit.path('/login', kept.returnTo), cookies });
    const session = await this.#sessions.start(visit, { ...user, basis: kept.provider });
    return redirect(302, kept.returnTo, [...session, ...cookies]);
  }

  async #finish(visit: Visit<Site>, access: OAuthAccess, signIn: Kept): Promise<SignedInUser> {
    const client = await this.#openClient();
    const callback = new URL(`${visit.url('/login/oauth/callback')}?${visit.request.query}`);
    const rules = { hosts: visit.site.hosts, nowMs: this.#ports.nowMs() };
    return client.finish(access, { callback, signIn, rules });
  }

  #readKept(visit: Visit<Site>, state: string): Kept | undefined {
    if (state === '') return undefined;
    return visit
      .cookie(cookieOf(state))
      .flatMap((text) => (readSigned(this.#ports.secrets, toPurpose(visit.site), text) as Kept | undefined) ?? [])
      .find((kept) => kept.state === state && kept.untilMs > this.#ports.nowMs());
  }

  /** Handles a callback that a signed-in reader opened again, from the history or by reloading it. */
  async #answerUnknown(visit: Visit<Site>): Promise<GateAnswer> {
    if ((await this.#sessions.find(visit)) !== undefined) return redirect(302, visit.toTarget(null));
    const error = new SignInError('cookies-missing', 'The browser sent no cookie for this sign-in.');
    return failSignIn(this.#ports, visit, error, { retryUrl: visit.path('/login') });
  }
}

const toPurpose = ({ id }: GateSite): string => `docwright sign-in\n${id}`;

const isUser = (result: unknown): result is SignedInUser => !(result instanceof Error);
