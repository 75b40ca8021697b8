import { problemPage, type ProblemPage } from '../pages/pages.ts';
import type { SignInErrorCode } from '../sign-in-error.ts';
import { sendError, sendPage, type GateAnswer } from './gate-answer.ts';
import type { GateRequest } from './gate-request.ts';
import { countOf } from '../count-of.ts';

export const sendProblem = (
  status: number,
  page: ProblemPage,
  more: { readonly cookies?: readonly string[]; readonly retrySeconds?: number } = {},
): GateAnswer => sendPage({ status, html: problemPage(page), ...more });

export const sentFromElsewhere = (): GateAnswer =>
  sendProblem(403, { title: 'Not accepted', message: 'The form was sent from a page of another site.' });

/** The page that a reader sees when a test of settings has ended: the result is in the dashboard. */
export const sendTestEnded = (cookies: readonly string[]): GateAnswer =>
  sendProblem(
    200,
    {
      title: 'The test has ended',
      message: 'Its result is on the Access page of the dashboard. You can close this tab.',
    },
    { cookies },
  );

export const sendTooMany = (seconds: number): GateAnswer =>
  sendProblem(
    429,
    { title: 'Too many sign-ins', message: `Try again in ${countOf(seconds, 'second')}.` },
    { retrySeconds: seconds },
  );

/** The response if the request's data can't be stored. */
export const sendNotStored = (request: GateRequest): GateAnswer => {
  const message = 'The site can’t store this at the moment. Try again later.';
  if (/text\/html/i.test(request.header('accept') ?? ''))
    return sendProblem(503, { title: 'Not stored', message }, { retrySeconds: 60 });
  return sendError(503, { code: 'unavailable', message }, ['Retry-After', '60']);
};

/** The status of a failed sign-in, and the message for the reader; the operator sees the details. */
export const failures: Readonly<Record<SignInErrorCode, readonly [status: number, message: string]>> = {
  'cookies-missing': [
    400,
    'The sign-in took too long or began in another browser or tab, or your browser accepts no cookies.',
  ],
  'group-invalid': [403, 'Your groups could not be read. Tell the administrators of this site.'],
  'host-mismatch': [403, 'This sign-in is for another site.'],
  'provider-invalid': [502, 'The identity provider did not complete the sign-in.'],
  'provider-refused': [403, 'The identity provider refused the sign-in.'],
  'provider-unreachable': [
    503,
    'The identity provider is not responding. Readers who are signed in can continue to read.',
  ],
  'token-expired': [403, 'The sign-in took too long.'],
  'token-invalid': [403, 'The sign-in is not valid.'],
  'token-used': [403, 'This sign-in was used before.'],
  'user-expired': [403, 'Your access has expired.'],
  'user-invalid': [
    502,
    'The identity provider sent user data that could not be read. Tell the administrators of this site.',
  ],
};
