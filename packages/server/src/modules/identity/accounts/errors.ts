import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const memberNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no member "${id}" in the organization.`);

export const invitationNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no open invitation "${id}".`);

export const lastOwner = (): ApiError =>
  new ApiError('last_owner', 'The organization needs an owner. Make someone else an owner first.');

export const invitationLimitReached = (limit: number): ApiError =>
  new ApiError(
    'invitation_limit_reached',
    `${countOf(limit, 'invitation is', 'invitations are')} open, which is the limit. Withdraw some, or wait until they are accepted.`,
  );

export const alreadyMember = (email: string): ApiError =>
  new ApiError('already_member', `${email} is already a member of the organization.`);

/** Creates the same error for a wrong address, a wrong password and an account without a password. */
export const invalidCredentials = (): ApiError => new ApiError('invalid_credentials', 'Incorrect email or password.');

/** Creates the error for a signed-in user who enters their own password incorrectly. */
export const incorrectPassword = (): ApiError => new ApiError('invalid_credentials', 'Incorrect password.');

export const invalidCode = (): ApiError =>
  new ApiError('invalid_code', 'This code is incorrect or has already been used. Try the next one.');

export const tooManyAttempts = (seconds: number): ApiError =>
  new ApiError('too_many_attempts', `Too many attempts. Try again in ${countOf(seconds, 'second')}.`, {
    headers: { 'retry-after': String(seconds) },
  });

/** Creates the error for a caller whose password check would have to wait too long. */
export const passwordsBusy = (cause: unknown): ApiError =>
  new ApiError('too_many_attempts', 'Too many passwords are being checked. Try again in 5 seconds.', {
    headers: { 'retry-after': '5' },
    cause,
  });

/** @param message a complete sentence */
export const weakPassword = (message: string): ApiError =>
  new ApiError('weak_password', message, { details: [{ path: '/password', message }] });

export const linkUnusable = (): ApiError =>
  new ApiError('link_unusable', 'This link has expired, was withdrawn, or has already been used. Ask for a new one.');

export const setupLinkUnusable = (): ApiError =>
  new ApiError(
    'link_unusable',
    'This setup link has expired or has already been used. Run "docwright setup-link" on the server to create a new one.',
  );

export const accountExists = (email: string): ApiError =>
  new ApiError('account_exists', `${email} already has an account. Sign in with it, and open the link again.`);

export const wrongAccount = ({
  invited,
  signedIn,
}: {
  readonly invited: string;
  readonly signedIn: string;
}): ApiError => new ApiError('wrong_account', `The invitation is for ${invited}. You are signed in as ${signedIn}.`);

export const sessionRequired = (): ApiError =>
  new ApiError('session_expired', 'Your session has ended. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

export const notAMember = (): ApiError =>
  new ApiError('insufficient_scope', "Your account doesn't belong to an organization. Ask an owner for an invitation.");

export const organizationNotFound = (id: string): ApiError =>
  new ApiError('not_found', `The organization "${id.slice(0, 80)}" does not exist.`);

export const signInMethodMissing = (method: string): ApiError =>
  new ApiError('not_found', `${method} is not configured on this installation.`);

export const invalidAccountRequest = (path: string, message: string): ApiError =>
  new ApiError('invalid_request', `"${path}" ${message}.`, { details: [{ path: `/${path}`, message }] });
