import { keyDigest } from '../jwt/key-digest.ts';
import type { VerifiedToken } from '../jwt/verify-reader-token.ts';
import { tokenPage, tokenScript } from '../pages/pages.ts';
import { SignInError } from '../sign-in-error.ts';
import type { JwtAccess } from '../site-access.ts';
import { cookiesProof, hasCookies, sendCookiesMissing } from './cookies-proof.ts';
import { failSignIn } from './fail-sign-in.ts';
import { redirect, sendPage, type GateAnswer } from './gate-answer.ts';
import { isOwnForm, isRead } from './gate-request.ts';
import type { GateSite } from './gate-site.ts';
import type { GatePorts } from './ports.ts';
import { sendProblem, sendTooMany, sentFromElsewhere } from './problems.ts';
import type { ReaderSessions } from './reader-sessions.ts';
import type { RunningTest, TestTokens } from './test-tokens.ts';
import type { Visit } from './visit.ts';

/** Maximum size of a form, which contains a path and a token that may have many groups. */
const maxFormBytes = 256 * 1024;

/** Signs in readers through the customer's own login, which sends a token in the fragment of an address. */
export class TokenSignIn<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;
  readonly #sessions: ReaderSessions<Site>;
  readonly #tests: TestTokens<Site>;

  constructor(ports: GatePorts<Site>, sessions: ReaderSessions<Site>, tests: TestTokens<Site>) {
    this.#ports = ports;
    this.#sessions = sessions;
    this.#tests = tests;
  }

  /** Redirects to the customer's login, which returns to `/login/jwt-callback?redirect=…#{token}`. */
  begin({ loginUrl }: JwtAccess, returnTo: string, cookies: readonly string[] = []): GateAnswer {
    const url = new URL(loginUrl);
    url.searchParams.set('redirect', returnTo);
    return redirect(302, url.href, cookies);
  }

  async answerCallback(visit: Visit<Site>): Promise<GateAnswer> {
    const test = await this.#tests.resume(visit);
    const access = test?.access ?? visit.site.access;
    if (access.mode !== 'jwt') return redirect(302, visit.target);
    if (isRead(visit.request)) return this.#sendPage(visit);
    if (visit.request.method !== 'POST')
      return sendProblem(405, { title: 'Not accepted', message: 'Only GET and POST are allowed.' });
    return this.#takeForm(visit, access, test);
  }

  #sendPage(visit: Visit<Site>): GateAnswer {
    const html = tokenPage({
      action: visit.path('/login/jwt-callback'),
      returnTo: visit.target,
      loginUrl: visit.path('/login', visit.target),
    });
    return sendPage({ status: 200, html, cookies: [cookiesProof(visit)], scripts: [tokenScript] });
  }

  async #takeForm(visit: Visit<Site>, access: JwtAccess, test: RunningTest | undefined): Promise<GateAnswer> {
    const { site, request } = visit;
    if (!isOwnForm(request, site.hosts)) return sentFromElsewhere();
    const seconds = this.#ports.takeSignIn(site, request.address);
    if (seconds > 0) return sendTooMany(seconds);
    const form = await request.readForm(maxFormBytes);
    if (form === undefined) return sendProblem(413, { title: 'Not accepted', message: 'The token is too long.' });
    if (!hasCookies(visit, form)) return sendCookiesMissing(visit);
    const returnTo = visit.toTarget(form.get('redirect'));
    const verified = await this.#verify(visit, access, form.get('token') ?? '').catch((error: unknown) => error);
    if (test !== undefined) return this.#tests.finish(visit, test, isVerified(verified) ? verified.user : verified);
    // Two tabs that are restored together can receive the same token, because tokens that a login signs within the same
    // second are equal.
    if (isUsed(verified) && (await this.#sessions.find(visit)) !== undefined) return redirect(303, returnTo);
    if (!isVerified(verified))
      return failSignIn(this.#ports, visit, verified, { retryUrl: visit.path('/login', returnTo) });
    const { user, key } = verified;
    const session = await this.#sessions.start(visit, { ...user, basis: keyDigest(key), credentialId: key.id });
    return redirect(303, returnTo, session);
  }

  async #verify({ site }: Visit<Site>, { keys }: JwtAccess, token: string): Promise<VerifiedToken> {
    // Loaded by the first sign-in: most processes don't serve a site with tokens.
    const { verifyReaderToken } = await import('../jwt/verify-reader-token.ts');
    const verified = await verifyReaderToken(token, { keys, hosts: site.hosts, nowMs: this.#ports.nowMs() });
    const { digest, usableUntilMs: untilMs } = verified;
    if (await this.#ports.useOnce(site, { digest, untilMs })) return verified;
    throw new SignInError('token-used', 'The token was used before.');
  }
}

const isVerified = (result: unknown): result is VerifiedToken => !(result instanceof Error);

const isUsed = (result: unknown): boolean => result instanceof SignInError && result.code === 'token-used';
