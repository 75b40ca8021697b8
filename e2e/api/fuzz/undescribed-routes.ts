/**
 * Routes outside the API description: sign-in, git, pages with forms, signed links, code host events and the dashboard.
 */
import { formType, type DescribedOperation, type Schema, type Target } from './make-request.ts';

const text: Schema = { type: 'string', minLength: 1 };
const fields = (...names: readonly string[]): Schema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
});

const routes: readonly (readonly [
  method: string,
  path: string,
  more?: { body?: Schema; type?: string; query?: readonly string[] },
])[] = [
  ['GET', '/auth/methods'],
  ['GET', '/auth/setup', { query: ['token'] }],
  ['POST', '/auth/setup', { body: fields('token', 'name', 'email', 'password') }],
  ['GET', '/auth/invitation', { query: ['token'] }],
  ['POST', '/auth/invitation', { body: fields('token', 'name', 'password') }],
  ['POST', '/auth/sign-in', { body: fields('email', 'password') }],
  ['POST', '/auth/sign-in/oidc', { body: fields('returnTo') }],
  ['GET', '/auth/callback/oidc', { query: ['state', 'code', 'iss', 'error'] }],
  ['POST', '/auth/second-factor', { body: fields('code', 'kind') }],
  ['POST', '/auth/password', { body: fields('currentPassword', 'newPassword') }],
  ['POST', '/auth/password/forgot', { body: fields('email') }],
  ['POST', '/auth/password/reset', { body: fields('token', 'newPassword') }],
  ['POST', '/auth/two-factor', { body: fields('password') }],
  ['POST', '/auth/two-factor/confirm', { body: fields('code') }],
  ['GET', '/auth/sessions'],
  ['POST', '/auth/sessions/{id}/revoke'],
  ['PATCH', '/auth/profile', { body: fields('name') }],
  ['GET', '/auth/first-steps/{id}'],
  ['POST', '/auth/first-steps/{id}', { body: fields('dismissed') }],
  ['GET', '/git/{repository}'],
  ['GET', '/git/{repository}/info/refs', { query: ['service'] }],
  ['POST', '/git/{repository}/git-upload-pack', { body: text, type: 'application/x-git-upload-pack-request' }],
  ['POST', '/git/{repository}/git-receive-pack', { body: text, type: 'application/x-git-receive-pack-request' }],
  ['GET', '/repositories/{repository}'],
  ['POST', '/repositories/{repository}', { body: fields('key'), type: formType }],
  ['GET', '/repositories/{repository}/{token}', { query: ['folder', 'file'] }],
  ['GET', '/pulls/{repository}/{number}/{token}', { query: ['done'] }],
  ['POST', '/pulls/{repository}/{number}/{token}', { body: fields('action', 'comment', 'key'), type: formType }],
  ['GET', '/v1/blobs/{key}', { query: ['expires', 'name', 'signature'] }],
  ['GET', '/preview/{token}/{file}'],
  ['GET', '/preview/draft/{token}/{file}'],
  ['GET', '/edit/{projectId}/{branch}/{file}', { query: ['repository'] }],
  ['POST', '/v1/code-hosts/{kind}/webhook/{hookId}', { body: fields('action') }],
  ['GET', '/dashboard/{file}'],
  ['GET', '/reference'],
  ['GET', '/{anything}'],
];

export const undescribedTargets: readonly Target[] = routes.map(([method, path, more]) => {
  const operation: DescribedOperation = {
    operationId: `${method} ${path}`,
    parameters: (more?.query ?? []).map((name) => ({ name, in: 'query', schema: text })),
    ...(more?.body !== undefined && {
      requestBody: { content: { [more.type ?? 'application/json']: { schema: more.body } } },
    }),
    responses: {},
  };
  return { method, path, operation };
});
