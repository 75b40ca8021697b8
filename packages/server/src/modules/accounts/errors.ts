import { ApiError } from '../../platform/http/index.ts';

export const memberNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no member "${id}" in the organization.`);

export const invitationNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no open invitation "${id}".`);

export const lastOwner = (): ApiError =>
  new ApiError('last_owner', 'The organization needs an owner: make somebody else one first.');

export const alreadyMember = (email: string): ApiError =>
  new ApiError('already_member', `${email} is a member of the organization already.`);

/** One answer for a wrong address, a wrong password and an account without one. */
export const invalidCredentials = (): ApiError =>
  new ApiError('invalid_credentials', 'The e-mail address or the password is wrong.');

export const invalidCode = (): ApiError =>
  new ApiError('invalid_code', 'The code is wrong, used or too old. Sign in again if it goes on.');

export const tooManyAttempts = (seconds: number): ApiError =>
  new ApiError('too_many_attempts', `Too many attempts: try again in ${String(seconds)} s.`, {
    headers: { 'retry-after': String(seconds) },
  });

export const weakPassword = (why: string): ApiError =>
  new ApiError('weak_password', `The password ${why}.`, { details: [{ path: '/password', message: why }] });

export const linkUnusable = (): ApiError =>
  new ApiError('link_unusable', 'The link is used, withdrawn or too old. Ask for a new one.');

export const sessionRequired = (): ApiError =>
  new ApiError('session_expired', 'The session has ended: sign in again.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

export const notAMember = (): ApiError =>
  new ApiError('insufficient_scope', 'The account belongs to no organization: ask an owner for an invitation.');

export const organizationNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no organization "${id.slice(0, 80)}".`);

export const signInMethodMissing = (method: string): ApiError =>
  new ApiError('not_found', `${method} is not configured on this installation.`);

export const invalidAccountRequest = (path: string, message: string): ApiError =>
  new ApiError('invalid_request', `"${path}" ${message}.`, { details: [{ path: `/${path}`, message }] });
