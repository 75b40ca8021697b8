import { createHash, randomBytes } from 'node:crypto';
import { redirect, type GateAnswer } from './gate-answer.ts';
import type { GateSite } from './gate-site.ts';
import type { GatePorts } from './ports.ts';
import { sendProblem } from './problems.ts';
import type { ReaderSessions } from './reader-sessions.ts';
import type { Visit } from './visit.ts';

/** Proves that the code was issued to this browser. */
const proofCookie = 'docwright_sign_in';
const proofSeconds = 600;
const secretText = /^[\w-]{43}$/;

/** Returns `undefined` for proofs that we didn't issue. */
const toChallenge = (proof: string | undefined): string | undefined =>
  proof !== undefined && secretText.test(proof) ? createHash('sha256').update(proof).digest('base64url') : undefined;

/** Signs in members of the organization, who have a session of the dashboard. */
export class MemberSignIn<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;
  readonly #sessions: ReaderSessions<Site>;

  constructor(ports: GatePorts<Site>, sessions: ReaderSessions<Site>) {
    this.#ports = ports;
    this.#sessions = sessions;
  }

  begin(visit: Visit<Site>, returnTo: string): GateAnswer {
    const { members } = this.#ports;
    if (members === undefined)
      return sendProblem(401, {
        title: 'Sign-in required',
        message: 'Signing in to this site is not possible at the moment.',
      });
    // Pages opened at the same time share one proof.
    const known = visit.cookie(proofCookie).find((one) => toChallenge(one) !== undefined);
    const proof = known ?? randomBytes(32).toString('base64url');
    const challenge = toChallenge(proof) ?? '';
    const address = members.toSignInUrl(visit.site, { challenge, returnTo });
    return redirect(302, address, [visit.cookies.write(proofCookie, proof, proofSeconds)]);
  }

  async answerCallback(visit: Visit<Site>): Promise<GateAnswer> {
    const { site, query, target } = visit;
    if (site.access.mode !== 'members') return redirect(302, target);
    const code = query.get('code') ?? '';
    const [challenge] = visit.cookie(proofCookie).flatMap((proof) => toChallenge(proof) ?? []);
    const { members } = this.#ports;
    const sessionId =
      challenge === undefined || !secretText.test(code)
        ? undefined
        : await members?.takeCode(site, { code, challenge });
    const member = sessionId === undefined ? undefined : await members?.findMember(site, sessionId);
    if (sessionId === undefined || member === undefined)
      return sendProblem(401, {
        title: 'Sign-in failed',
        message: 'The sign-in took too long or was started in another browser, or your browser accepts no cookies.',
        retryUrl: visit.path('/login', target),
      });
    const { userId: subject, name, email } = member;
    const reader = { subject, groups: [], name, email };
    const started = { reader, basis: sessionId, expiresAtMs: undefined, received: {} };
    const session = await this.#sessions.start(visit, started);
    return redirect(302, target, [...session, visit.cookies.remove(proofCookie)]);
  }
}
