import type { GateAnswer } from './gate-answer.ts';
import { sendProblem } from './problems.ts';
import type { Visit } from './visit.ts';

const cookie = 'docwright_cookies';
const seconds = 3_600;

/** Sets a cookie with each form: a browser that doesn't return it accepts no cookies and couldn't stay signed in. */
export const cookiesProof = ({ cookies }: Visit): string => cookies.write(cookie, '1', seconds);

/** Whether the cookie was returned or isn't required: only our own forms require it, so programs don't need it. */
export const hasCookies = (visit: Visit, form: URLSearchParams): boolean =>
  !form.has('cookies') || visit.cookie(cookie).length > 0;

export const sendCookiesMissing = (visit: Visit): GateAnswer =>
  sendProblem(400, {
    title: 'Sign-in failed',
    message:
      'Your browser sent no cookie. Allow cookies for this site, or start again if the page was open for more than an hour.',
    retryUrl: visit.path('/login', visit.target),
  });
