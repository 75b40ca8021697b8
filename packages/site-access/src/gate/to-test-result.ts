import type { SignedInUser } from '../reader/read-user.ts';
import { describeFailure, SignInError, type SignInErrorCode } from '../sign-in-error.ts';
import type { SignInStep, SignInTestResult } from '../sign-in-test.ts';
import type { SiteAccess } from '../site-access.ts';
import { countOf } from '../count-of.ts';

/** The steps of a sign-in in order, each with its possible failures. */
const steps = {
  provider: 'Identity provider',
  consent: 'Sign-in at the provider',
  token: 'Token',
  user: 'User object',
} as const;
type Step = keyof typeof steps;

const stepOf: Readonly<Record<SignInErrorCode, Step>> = {
  'provider-unreachable': 'provider',
  'cookies-missing': 'consent',
  'provider-refused': 'consent',
  'provider-invalid': 'token',
  'token-expired': 'token',
  'token-invalid': 'token',
  'token-used': 'token',
  'group-invalid': 'user',
  'host-mismatch': 'user',
  'user-expired': 'user',
  'user-invalid': 'user',
};

const stepsOf: Readonly<Partial<Record<SiteAccess['mode'], readonly Step[]>>> = {
  oauth: ['provider', 'consent', 'token', 'user'],
  jwt: ['token', 'user'],
  proxy: ['consent', 'user'],
};

export function toTestResult({ mode }: SiteAccess, outcome: SignedInUser | SignInError): SignInTestResult {
  const all = stepsOf[mode] ?? ['user'];
  if (!(outcome instanceof SignInError))
    return { ok: true, steps: all.map((step) => passed(step, outcome)), user: outcome.received };
  const failed = stepOf[outcome.code];
  const before = all.slice(0, Math.max(0, all.indexOf(failed)));
  const failure = { name: steps[failed], ok: false, detail: describeFailure(outcome) };
  const { received } = outcome;
  const user = typeof received === 'object' && received !== null ? { ...received } : undefined;
  return { ok: false, steps: [...before.map((step) => passed(step)), failure], user };
}

function passed(step: Step, user?: SignedInUser): SignInStep {
  const groups = user?.reader.groups.length ?? 0;
  const detail =
    step === 'user' ? `The reader "${user?.reader.subject ?? ''}" is in ${countOf(groups, 'group')}.` : 'OK';
  return { name: steps[step], ok: true, detail };
}
