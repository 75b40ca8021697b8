/**
 * Decides whether a request may read a site. Runs before all handlers that respond for the site.
 *
 * 1. A request is either admitted or receives a complete response without any of the site's content.
 * 2. Browsers that request a page are redirected to the sign-in and back to the page; all other requests receive status
 *    401.
 * 3. Redirects stay on the site, except to addresses that its administrators entered.
 * 4. A session is checked at each request: its password, key, member or epoch may have been revoked.
 */
import { readProxyReader } from '../proxy/read-proxy-reader.ts';
import { AccountTokens } from '../agents/account-tokens.ts';
import { isMcp, metadataUrlOf } from '../agents/agent-resource.ts';
import { AuthorizationServer } from '../agents/authorization-server.ts';
import { findTokenText } from '../agents/reader-token.ts';
import { TokenRecords } from '../agents/token-records.ts';
import { accountPage } from '../pages/account-page.ts';
import { signedOutPage } from '../pages/pages.ts';
import type { Reader } from '../reader.ts';
import { redirect, sendError, sendPage, sendValue, type GateAnswer } from './gate-answer.ts';
import { isOwnForm, isPageRequest, isRead, type GateRequest } from './gate-request.ts';
import type { GateSite } from './gate-site.ts';
import { MemberSignIn } from './member-sign-in.ts';
import { toOwnPath, type OwnPath } from './own-paths.ts';
import { PasswordSignIn } from './password-sign-in.ts';
import type { GatePorts } from './ports.ts';
import { sendNotStored, sendProblem, sentFromElsewhere } from './problems.ts';
import { ProviderSignIn } from './provider-sign-in.ts';
import { ReaderProfiles } from './reader-profiles.ts';
import { ReaderSessions } from './reader-sessions.ts';
import { StoreFullError } from './reader-store.ts';
import { isSignInOptional, type SiteAccess } from '../site-access.ts';
import { TestTokens, type RunningTest } from './test-tokens.ts';
import { TokenSignIn } from './token-sign-in.ts';
import { Visit } from './visit.ts';
import { whenKnown } from './when-known.ts';

export type GateResult =
  /**
   * `reader` is `undefined` if everyone may read this, in which case the reader isn't identified. `isPublic` marks
   * public content that may differ for readers who sign in.
   */
  | { readonly kind: 'admitted'; readonly reader: Reader | undefined; readonly isPublic: boolean }
  | { readonly kind: 'answered'; readonly answer: GateAnswer };

const everyone: GateResult = { kind: 'admitted', reader: undefined, isPublic: false };
const publicPage: GateResult = { kind: 'admitted', reader: undefined, isPublic: true };
const answered = (answer: GateAnswer): GateResult => ({ kind: 'answered', answer });

export class SiteGate<Site extends GateSite = GateSite> {
  readonly #report: GatePorts<Site>['report'];
  readonly #sessions: ReaderSessions<Site>;
  readonly #passwords: PasswordSignIn<Site>;
  readonly #members: MemberSignIn<Site>;
  readonly #providers: ProviderSignIn<Site>;
  readonly #tokens: TokenSignIn<Site>;
  readonly #tests: TestTokens<Site>;
  readonly #profiles: ReaderProfiles<Site>;
  readonly #records: TokenRecords<Site>;
  readonly #accounts: AccountTokens<Site>;
  readonly #authorization: AuthorizationServer<Site>;

  constructor(ports: GatePorts<Site>) {
    const profiles = new ReaderProfiles(ports);
    const sessions = new ReaderSessions(ports, profiles);
    const tests = new TestTokens(ports);
    this.#report = ports.report;
    this.#sessions = sessions;
    this.#tests = tests;
    this.#passwords = new PasswordSignIn(ports, sessions);
    this.#members = new MemberSignIn(ports, sessions);
    this.#providers = new ProviderSignIn(ports, sessions, tests);
    this.#tokens = new TokenSignIn(ports, sessions, tests);
    this.#profiles = profiles;
    this.#records = new TokenRecords(ports, profiles);
    this.#accounts = new AccountTokens(ports, this.#records);
    this.#authorization = new AuthorizationServer(ports, this.#records);
  }

  /** Admits or answers a request, synchronously unless a port must be queried. @throws if a port throws */
  admit(site: Site, request: GateRequest): GateResult | Promise<GateResult> {
    const path = toOwnPath(site.basePath, request.pathname);
    if (site.access.mode === 'public')
      return path === undefined ? everyone : this.#admitOrTest(new Visit(site, request), path);
    const visit = new Visit(site, request);
    if (path !== undefined)
      return this.#answerOwn(visit, path)
        .catch((error: unknown) => this.#answerNotStored(visit, error))
        .then(answered);
    return whenKnown(this.#findReaderOrAgent(visit), (reader) => {
      if (reader !== undefined) return { kind: 'admitted', reader, isPublic: false };
      return isOpen(site, request) ? publicPage : whenKnown(this.#refuse(visit), answered);
    });
  }

  /** Answers a request if the store is full. @throws any other error */
  #answerNotStored({ site, request }: Visit<Site>, error: unknown): GateAnswer {
    if (!(error instanceof StoreFullError)) throw error;
    this.#report(site, { kind: 'not-stored', error });
    return sendNotStored(request);
  }

  /** Admits requests to a public site, and answers those that test the settings that will protect it. */
  async #admitOrTest(visit: Visit<Site>, path: OwnPath): Promise<GateResult> {
    if (path === '/login' && isRead(visit.request)) {
      const test = await this.#tests.find(visit);
      if (test !== undefined) return answered(await this.#begin(visit, test.access, test));
    }
    if (path === '/login/oauth/callback' && isRead(visit.request) && this.#providers.isTest(visit))
      return answered(await this.#providers.answerCallback(visit));
    if (path === '/login/jwt-callback' && (await this.#tests.resume(visit)) !== undefined)
      return answered(await this.#tokens.answerCallback(visit));
    return everyone;
  }

  /** A request with a token is decided by the token alone; cookies are ignored. */
  #findReaderOrAgent(visit: Visit<Site>): Reader | undefined | Promise<Reader | undefined> {
    const token = findTokenText(visit.request.header('authorization'));
    if (token === undefined || visit.site.access.mode === 'proxy') return this.#findReader(visit);
    return this.#records.findReader(visit.site, token, (use) => use === 'site' || isMcp(visit));
  }

  #findReader(visit: Visit<Site>): Reader | undefined | Promise<Reader | undefined> {
    const { access } = visit.site;
    if (access.mode === 'proxy') return readProxyReader(access, visit.request);
    return whenKnown(this.#sessions.find(visit), (session) => session?.reader);
  }

  /** Redirects to the sign-in, or refuses the request (rule 2). */
  #refuse(visit: Visit<Site>): GateAnswer | Promise<GateAnswer> {
    const { site, request, requested } = visit;
    if (!isPageRequest(request) || findTokenText(request.header('authorization')) !== undefined)
      return refuseAgent(visit);
    switch (site.access.mode) {
      case 'members':
        return this.#members.begin(visit, requested);
      case 'jwt':
        return this.#tokens.begin(site.access, requested);
      case 'proxy':
        return refuseAtProxy();
      default:
        return redirect(302, visit.path('/login', requested));
    }
  }

  async #answerOwn(visit: Visit<Site>, path: OwnPath): Promise<GateAnswer> {
    switch (path) {
      case '/login':
        return this.#answerLogin(visit);
      case '/login/oauth/callback':
        return isRead(visit.request) ? this.#providers.answerCallback(visit) : notAllowed('GET, HEAD');
      case '/login/jwt-callback':
        return this.#tokens.answerCallback(visit);
      case '/login/members-callback':
        return isRead(visit.request) ? this.#members.answerCallback(visit) : notAllowed('GET, HEAD');
      case '/logout':
        return this.#answerLogout(visit);
      case '/account':
        return this.#answerAccount(visit);
      case '/_docwright/me':
        return isRead(visit.request) ? this.#answerMe(visit) : notAllowed('GET, HEAD');
      default:
        return visit.site.access.mode === 'proxy' ? refuseAtProxy() : this.#answerAgents(visit, path);
    }
  }

  /** Answers the paths through which agents obtain a reader's permission. */
  async #answerAgents(visit: Visit<Site>, path: AgentPath): Promise<GateAnswer> {
    const { method } = visit.request;
    switch (path) {
      case '/.well-known/oauth-authorization-server':
        return isRead(visit.request) ? this.#authorization.sendServerMetadata(visit) : notAllowed('GET, HEAD');
      case '/.well-known/oauth-protected-resource':
        return isRead(visit.request) ? this.#authorization.sendResourceMetadata(visit) : notAllowed('GET, HEAD');
      case '/account/oauth/register':
        return method === 'POST' || method === 'OPTIONS' ? this.#authorization.register(visit) : notAllowed('POST');
      case '/account/oauth/token':
        return method === 'POST' || method === 'OPTIONS' ? this.#authorization.exchange(visit) : notAllowed('POST');
      case '/account/oauth/authorize':
        if (!isRead(visit.request) && method !== 'POST') return notAllowed('GET, HEAD, POST');
        return this.#authorization.authorize(visit, await this.#sessions.find(visit));
      case '/account/tokens':
      case '/account/tokens/revoke': {
        if (method !== 'POST') return redirect(302, visit.path('/account'));
        const session = await this.#sessions.find(visit);
        if (session === undefined) return redirect(303, visit.path('/login', visit.path('/account')));
        return path === '/account/tokens'
          ? this.#accounts.create(visit, session)
          : this.#accounts.revoke(visit, session);
      }
    }
  }

  async #answerLogin(visit: Visit<Site>): Promise<GateAnswer> {
    const { site, request, target } = visit;
    const isForm = request.method === 'POST' && site.access.mode === 'password';
    if (isForm) return this.#passwords.answerForm(visit);
    if (!isRead(request)) return notAllowed(site.access.mode === 'password' ? 'GET, HEAD, POST' : 'GET, HEAD');
    const test = await this.#tests.find(visit);
    if (test !== undefined) return this.#begin(visit, test.access, test);
    if ((await this.#findReader(visit)) !== undefined) return redirect(302, target);
    return this.#begin(visit, site.access);
  }

  #begin(visit: Visit<Site>, access: SiteAccess, test?: RunningTest): GateAnswer | Promise<GateAnswer> {
    switch (access.mode) {
      case 'password':
        return this.#passwords.sendForm(visit, { status: 200, returnTo: visit.target });
      case 'members':
        return this.#members.begin(visit, visit.target);
      case 'oauth':
        return this.#providers.begin(visit, access, test);
      case 'jwt':
        return this.#tokens.begin(access, visit.target, this.#tests.toCookies(visit, test?.token));
      case 'proxy':
        return test === undefined ? refuseAtProxy() : this.#tests.finishAtProxy(visit, access, test);
      case 'public':
        return redirect(302, visit.target);
    }
  }

  async #answerLogout(visit: Visit<Site>): Promise<GateAnswer> {
    const { site, request } = visit;
    if (isRead(request)) {
      const session = await this.#sessions.find(visit);
      return session === undefined
        ? sendPage({ status: 200, html: signedOutPage(visit.path('/login')) })
        : this.#accounts.send(visit, session);
    }
    if (request.method !== 'POST') return notAllowed('GET, HEAD, POST');
    if (!isOwnForm(request, site.hosts)) return sentFromElsewhere();
    const cookies = await this.#sessions.end(visit);
    const { access } = site;
    const isElsewhere = access.mode === 'oauth' && access.logoutUrl !== '';
    return redirect(303, isElsewhere ? access.logoutUrl : visit.path('/logout'), cookies);
  }

  /** Sends the reader's own values to page scripts; the pages themselves don't contain them. */
  async #answerMe(visit: Visit<Site>): Promise<GateAnswer> {
    const reader = await this.#findReader(visit);
    if (reader === undefined) return refuseAgent(visit);
    const { name, email, subject } = reader;
    const known = await this.#profiles.find(visit.site, subject);
    const user = known?.content ?? { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
    return sendValue({ user, apiPlaygroundInputs: known?.apiPlaygroundInputs ?? {} });
  }

  async #answerAccount(visit: Visit<Site>): Promise<GateAnswer> {
    if (!isRead(visit.request)) return notAllowed('GET, HEAD');
    const { access } = visit.site;
    const reader = access.mode === 'proxy' ? readProxyReader(access, visit.request) : undefined;
    // The proxy also signs its readers out.
    if (reader !== undefined) return sendPage({ status: 200, html: accountPage({ reader, groupsLeftOut: 0 }) });
    const session = await this.#sessions.find(visit);
    return session === undefined ? this.#refuse(visit) : this.#accounts.send(visit, session);
  }
}

/**
 * Invalid credentials are refused instead of ignored, so that a program's mistake becomes visible. If sign-in is
 * optional, only reader tokens count, because a proxy in front of a public site may add other credentials.
 */
function isOpen({ access, isPublic }: GateSite, request: GateRequest): boolean {
  const authorization = request.header('authorization');
  const credentials = isSignInOptional(access) ? findTokenText(authorization) : authorization;
  return credentials === undefined && isPublic?.(request) === true;
}

type AgentPath = Extract<OwnPath, `/account/${string}` | `/.well-known/${string}`>;

/** Responds with 401. At the MCP server, the response refers to the metadata for obtaining a token (RFC 9728). */
function refuseAgent(visit: Visit): GateAnswer {
  const { site, request } = visit;
  const hasToken = findTokenText(request.header('authorization')) !== undefined;
  const message = isSignInOptional(site.access)
    ? 'This is only for readers who are signed in or send a valid token.'
    : 'This site is only for readers who are signed in.';
  const error = { code: 'unauthorized', message };
  const parameters = [
    ...(hasToken ? ['error="invalid_token"'] : []),
    ...(isMcp(visit) && site.access.mode !== 'proxy' ? [`resource_metadata="${metadataUrlOf(visit)}"`] : []),
  ].join(', ');
  return sendError(401, error, ['WWW-Authenticate', `Bearer ${parameters}`.trimEnd()]);
}

const refuseAtProxy = (): GateAnswer =>
  sendProblem(401, {
    title: 'Sign-in required',
    message: 'Readers sign in to this site through a proxy. Open the site at the address of that proxy.',
  });

const notAllowed = (methods: string): GateAnswer =>
  sendError(405, { code: 'method_not_allowed', message: `Only ${methods} are allowed.` }, ['Allow', methods]);
