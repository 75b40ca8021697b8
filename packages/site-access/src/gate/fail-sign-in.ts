import { SignInError } from '../sign-in-error.ts';
import type { GateAnswer } from './gate-answer.ts';
import type { GateSite } from './gate-site.ts';
import type { GatePorts } from './ports.ts';
import { failures, sendProblem } from './problems.ts';
import type { Visit } from './visit.ts';

const retrySeconds = 10;

/** Reports why a sign-in failed, and tells the reader what to do. @throws any other error */
export function failSignIn<Site extends GateSite>(
  ports: Pick<GatePorts<Site>, 'report'>,
  visit: Visit<Site>,
  error: unknown,
  more: { readonly retryUrl: string; readonly cookies?: readonly string[] },
): GateAnswer {
  if (!(error instanceof SignInError)) throw error;
  ports.report(visit.site, { kind: 'sign-in-failed', code: error.code, error });
  const [status, message] = failures[error.code];
  const { retryUrl, cookies = [] } = more;
  const page = { title: 'Sign-in failed', message, retryUrl };
  return sendProblem(status, page, { cookies, ...(status === 503 && { retrySeconds }) });
}
