import { Type } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { Id, PasswordLabel } from './ids.ts';
import {
  CreateReaderKeyBody,
  NewReaderKey,
  NewReaderPassword,
  SetReaderPasswordBody,
  SetSiteAccessBody,
  SignedOutReaders,
  SiteAccess,
  StartTestSignInBody,
  StartedTestSignIn,
  TestSignIn,
} from './site-access.ts';

const tag = "Readers' access";
const path = '/v1/projects/{projectId}/access';
const params = Type.Object(projectId);

export const siteAccessOperations = {
  getSiteAccess: operation({
    method: 'GET',
    path,
    tag,
    summary: "Get readers' access",
    description:
      'Who can read the live site, with the settings of each mode, passwords, keys and the number of sessions. Secrets are not returned.',
    scope: 'projects:read',
    params,
    conditional: true,
    success: json(200, "Readers' access.", SiteAccess),
    errors: ['not_found', 'site_not_live'],
  }),
  setSiteAccess: operation({
    method: 'PUT',
    path,
    tag,
    summary: "Set readers' access",
    description:
      'Sets the mode and its settings. Edges apply it within 5 seconds. A change of the mode, the provider or the client ID signs out all readers. After a public site becomes protected, purge your CDN: it may still have its pages.',
    scope: 'projects:write',
    params,
    body: SetSiteAccessBody,
    conditional: true,
    success: json(200, "Readers' access.", SiteAccess),
    errors: ['not_found', 'site_not_live', 'access_settings_invalid'],
  }),
  setReaderPassword: operation({
    method: 'PUT',
    path: `${path}/passwords/{label}`,
    tag,
    summary: 'Set a password for readers',
    description:
      'Creates a password, or replaces the password with this label. Readers who used the old password are signed out. At most 20 per project.',
    scope: 'projects:write',
    params: Type.Object({ ...projectId, label: PasswordLabel }),
    body: SetReaderPasswordBody,
    bodyOptional: true,
    success: json(200, "The password's label, and the password if it was generated.", NewReaderPassword),
    errors: ['not_found', 'site_not_live', 'weak_password', 'reader_password_limit'],
  }),
  deleteReaderPassword: operation({
    method: 'DELETE',
    path: `${path}/passwords/{label}`,
    tag,
    summary: "Delete a readers' password",
    description: 'Readers who used it are signed out within 5 seconds.',
    scope: 'projects:write',
    params: Type.Object({ ...projectId, label: PasswordLabel }),
    success: { status: 204, description: 'The password is deleted.', content: {} },
    errors: ['not_found', 'site_not_live'],
  }),
  createReaderKey: operation({
    method: 'POST',
    path: `${path}/keys`,
    tag,
    summary: 'Create a key for tokens',
    description:
      'Generates a key pair for your login, or registers your own public key. Tokens signed with it let readers in if the mode is `jwt`. At most 10 per project.',
    scope: 'projects:write',
    params,
    body: CreateReaderKeyBody,
    bodyOptional: true,
    success: json(201, 'The key, and its private key if it was generated.', NewReaderKey),
    errors: ['not_found', 'site_not_live', 'access_settings_invalid', 'reader_key_limit', 'reader_key_taken'],
  }),
  deleteReaderKey: operation({
    method: 'DELETE',
    path: `${path}/keys/{keyId}`,
    tag,
    summary: 'Delete a key for tokens',
    description: 'Its tokens are refused, and readers who signed in with them are signed out within 5 seconds.',
    scope: 'projects:write',
    params: Type.Object({ ...projectId, keyId: Id('Key ID.') }),
    success: { status: 204, description: 'The key is deleted.', content: {} },
    errors: ['not_found', 'site_not_live'],
  }),
  signOutReaders: operation({
    method: 'POST',
    path: `${path}/sign-out-everyone`,
    tag,
    summary: 'Sign out all readers',
    description: 'Ends all sessions on every edge within 5 seconds. Readers can sign in again.',
    scope: 'projects:write',
    params,
    success: json(200, 'The number of sessions that ended.', SignedOutReaders),
    errors: ['not_found', 'site_not_live'],
  }),
  startTestSignIn: operation({
    method: 'POST',
    path: `${path}/test-sign-in`,
    tag,
    summary: 'Test the sign-in',
    description:
      'Returns a URL of the site where you sign in within 10 minutes, with stored settings or ones that are not saved yet. The result shows each step and the user object received; it creates no session.',
    scope: 'projects:write',
    params,
    body: StartTestSignInBody,
    success: json(201, 'The test, with its URL.', StartedTestSignIn),
    errors: ['not_found', 'site_not_live', 'access_settings_invalid'],
  }),
  getTestSignIn: operation({
    method: 'GET',
    path: `${path}/test-sign-in/{testId}`,
    tag,
    summary: 'Get the result of a test sign-in',
    description: 'Tests are deleted after an hour.',
    scope: 'projects:write',
    params: Type.Object({ ...projectId, testId: Id('Test sign-in.') }),
    success: json(200, 'The test.', TestSignIn),
    errors: ['not_found', 'site_not_live'],
  }),
} as const;
