import { passwordPage } from '../pages/pages.ts';
import { cookiesProof, hasCookies, sendCookiesMissing } from './cookies-proof.ts';
import { redirect, sendPage, type GateAnswer } from './gate-answer.ts';
import { isOwnForm } from './gate-request.ts';
import type { GateSite } from './gate-site.ts';
import type { GatePorts } from './ports.ts';
import type { ReaderSessions } from './reader-sessions.ts';
import { sendProblem, sentFromElsewhere } from './problems.ts';
import type { Visit } from './visit.ts';
import { countOf } from '../count-of.ts';

/** Maximum size of a form, which contains a password and a path. */
const maxFormBytes = 8_192;

interface Form {
  readonly status: number;
  readonly returnTo: string;
  readonly problem?: string;
  readonly retrySeconds?: number;
}

export class PasswordSignIn<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;
  readonly #sessions: ReaderSessions<Site>;

  constructor(ports: GatePorts<Site>, sessions: ReaderSessions<Site>) {
    this.#ports = ports;
    this.#sessions = sessions;
  }

  sendForm(visit: Visit<Site>, { status, returnTo, problem, retrySeconds }: Form): GateAnswer {
    const html = passwordPage({ action: visit.path('/login'), returnTo, ...(problem !== undefined && { problem }) });
    const cookies = [cookiesProof(visit)];
    return sendPage({ status, html, cookies, ...(retrySeconds !== undefined && { retrySeconds }) });
  }

  /**
   * Handles a submitted password. All readers with the same password have the same subject. The response never contains
   * the password that matched.
   */
  async answerForm(visit: Visit<Site>): Promise<GateAnswer> {
    const { site, request } = visit;
    if (!isOwnForm(request, site.hosts)) return sentFromElsewhere();
    const form = await request.readForm(maxFormBytes);
    if (form === undefined) return sendProblem(413, { title: 'Not accepted', message: 'The password is too long.' });
    if (!hasCookies(visit, form)) return sendCookiesMissing(visit);
    const returnTo = visit.toTarget(form.get('redirect'));
    const password = form.get('password') ?? '';
    const result = await this.#ports.guess(site, { password, address: request.address });
    switch (result.kind) {
      case 'right': {
        const { passwordId } = result;
        const reader = { subject: passwordId, groups: [], name: undefined, email: undefined };
        const session = { reader, basis: passwordId, credentialId: passwordId, expiresAtMs: undefined };
        return redirect(303, returnTo, await this.#sessions.start(visit, session));
      }
      case 'wrong':
        return this.sendForm(visit, { status: 401, returnTo, problem: 'The password is incorrect.' });
      case 'later': {
        const problem = `Too many attempts. Try again in ${countOf(result.seconds, 'second')}.`;
        return this.sendForm(visit, { status: 429, returnTo, problem, retrySeconds: result.seconds });
      }
    }
  }
}
