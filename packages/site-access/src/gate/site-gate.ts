/**
 * Decides whether a request may read a site, in front of everything that answers for the site.
 *
 * 1. A request is either admitted, or it has a complete answer: nothing of the site is in that.
 * 2. Browsers that request a page are redirected to the sign-in and back to the page; everything else gets 401.
 * 3. Redirects stay on the site, except to addresses that its administrators entered.
 * 4. A session is checked at each request: its password, key, member or epoch may have been revoked.
 */
import { readProxyReader } from '../proxy/read-proxy-reader.ts';
import { accountPage, signedOutPage } from '../pages/pages.ts';
import type { Reader } from '../reader.ts';
import type { Session } from '../session/session.ts';
import { redirect, sendError, sendPage, type GateAnswer } from './gate-answer.ts';
import { isOwnForm, isPageRequest, isRead, type GateRequest } from './gate-request.ts';
import type { GateSite } from './gate-site.ts';
import { MemberSignIn } from './member-sign-in.ts';
import { toOwnPath, type OwnPath } from './own-paths.ts';
import { PasswordSignIn } from './password-sign-in.ts';
import type { GatePorts } from './ports.ts';
import { sendProblem, sentFromElsewhere } from './problems.ts';
import { ProviderSignIn } from './provider-sign-in.ts';
import { ReaderSessions } from './reader-sessions.ts';
import type { SiteAccess } from '../site-access.ts';
import { TestTokens, type RunningTest } from './test-tokens.ts';
import { TokenSignIn } from './token-sign-in.ts';
import { Visit } from './visit.ts';
import { whenKnown } from './when-known.ts';

export type GateResult =
  /**
   * `undefined` instead of a reader: everyone may read this, and nobody asked who this is. `isPublic`: on a protected site.
   */
  | { readonly kind: 'admitted'; readonly reader: Reader | undefined; readonly isPublic: boolean }
  | { readonly kind: 'answered'; readonly answer: GateAnswer };

const everyone: GateResult = { kind: 'admitted', reader: undefined, isPublic: false };
const publicPage: GateResult = { kind: 'admitted', reader: undefined, isPublic: true };
const answered = (answer: GateAnswer): GateResult => ({ kind: 'answered', answer });

export class SiteGate<Site extends GateSite = GateSite> {
  readonly #sessions: ReaderSessions<Site>;
  readonly #passwords: PasswordSignIn<Site>;
  readonly #members: MemberSignIn<Site>;
  readonly #providers: ProviderSignIn<Site>;
  readonly #tokens: TokenSignIn<Site>;
  readonly #tests: TestTokens<Site>;

  constructor(ports: GatePorts<Site>) {
    const sessions = new ReaderSessions(ports);
    const tests = new TestTokens(ports);
    this.#sessions = sessions;
    this.#tests = tests;
    this.#passwords = new PasswordSignIn(ports, sessions);
    this.#members = new MemberSignIn(ports, sessions);
    this.#providers = new ProviderSignIn(ports, sessions, tests);
    this.#tokens = new TokenSignIn(ports, sessions, tests);
  }

  /** The result is immediate unless someone must be asked. @throws if a port does: then no one is admitted */
  admit(site: Site, request: GateRequest): GateResult | Promise<GateResult> {
    const path = toOwnPath(site.basePath, request.pathname);
    if (site.access.mode === 'public')
      return path === undefined ? everyone : this.#admitOrTest(new Visit(site, request), path);
    const visit = new Visit(site, request);
    if (path !== undefined) return this.#answerOwn(visit, path).then(answered);
    return whenKnown(this.#findReader(visit), (reader) => {
      if (reader !== undefined) return { kind: 'admitted', reader, isPublic: false };
      // Credentials that don't count are refused, so that a program learns of it.
      const isOpen = request.header('authorization') === undefined && site.isPublic?.(request) === true;
      return isOpen ? publicPage : whenKnown(this.#refuse(visit), answered);
    });
  }

  /** A public site answers all of its paths, except for tests of the settings that are to protect it. */
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

  #findReader(visit: Visit<Site>): Reader | undefined | Promise<Reader | undefined> {
    const { access } = visit.site;
    if (access.mode === 'proxy') return readProxyReader(access, visit.request);
    return whenKnown(this.#sessions.find(visit), (session) => session?.reader);
  }

  /** 2 */
  #refuse(visit: Visit<Site>): GateAnswer | Promise<GateAnswer> {
    const { site, request, requested } = visit;
    if (!isPageRequest(request))
      return sendError(401, { code: 'unauthorized', message: 'This site is only for readers who are signed in.' });
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
        : this.#sendAccount(visit, session);
    }
    if (request.method !== 'POST') return notAllowed('GET, HEAD, POST');
    if (!isOwnForm(request, site.hosts)) return sentFromElsewhere();
    const cookie = await this.#sessions.end(visit);
    const { access } = site;
    const isElsewhere = access.mode === 'oauth' && access.logoutUrl !== '';
    return redirect(303, isElsewhere ? access.logoutUrl : visit.path('/logout'), [cookie]);
  }

  async #answerAccount(visit: Visit<Site>): Promise<GateAnswer> {
    if (!isRead(visit.request)) return notAllowed('GET, HEAD');
    const { access } = visit.site;
    const reader = access.mode === 'proxy' ? readProxyReader(access, visit.request) : undefined;
    // The proxy signs its readers out, too.
    if (reader !== undefined) return sendPage({ status: 200, html: accountPage({ reader, groupsLeftOut: 0 }) });
    const session = await this.#sessions.find(visit);
    return session === undefined ? this.#refuse(visit) : this.#sendAccount(visit, session);
  }

  #sendAccount(visit: Visit<Site>, session: Session): GateAnswer {
    const { access } = visit.site;
    // Browsers apply the policy of the page with the form to what the form's answer redirects to.
    const logoutUrl = access.mode === 'oauth' ? URL.parse(access.logoutUrl) : null;
    const formTargets = logoutUrl === null ? [] : [logoutUrl.origin];
    return sendPage({ status: 200, html: accountPage(session, visit.path('/logout')), formTargets });
  }
}

const refuseAtProxy = (): GateAnswer =>
  sendProblem(401, {
    title: 'Sign-in required',
    message: 'This site is read through a proxy that signs readers in. Open it at the address of that proxy.',
  });

const notAllowed = (methods: string): GateAnswer =>
  sendError(405, { code: 'method_not_allowed', message: `Only ${methods} are allowed.` }, ['Allow', methods]);
