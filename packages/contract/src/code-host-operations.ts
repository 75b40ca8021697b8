import { Type } from 'typebox';
import {
  CodeHostList,
  CompleteGitHubAppBody,
  ConnectedCodeHost,
  CreateCodeHostBody,
  GitHubAppStart,
  HostedRepositoryList,
  StartGitHubAppBody,
  UpdateCodeHostBody,
} from './code-host.ts';
import { json, operation } from './define-operation.ts';
import { Id } from './ids.ts';

const tag = 'Code hosts';
const one = Type.Object({ id: Id('Code host.') });
const path = '/v1/code-hosts';

export const codeHostOperations = {
  createCodeHost: operation({
    method: 'POST',
    path,
    tag,
    summary: 'Connect a code host',
    description:
      'For the organization alone: what its credential reaches, its projects reach. The credential is tried first; one that is not accepted is not stored.',
    scope: 'repositories:write',
    body: CreateCodeHostBody,
    success: json(201, 'The code host, with what the test found.', ConnectedCodeHost),
    errors: ['invalid_code_host', 'code_host_refused', 'code_host_limit_reached', 'code_host_taken'],
  }),
  listCodeHosts: operation({
    method: 'GET',
    path,
    tag,
    summary: 'List code hosts',
    description: 'Those of the organization, then those of the installation’s settings. Never a credential.',
    scope: 'repositories:read',
    success: json(200, 'The code hosts.', CodeHostList),
  }),
  getCodeHost: operation({
    method: 'GET',
    path: `${path}/{id}`,
    tag,
    summary: 'Get a code host',
    description: 'What was connected, what the last test found, and which projects depend on it.',
    scope: 'repositories:read',
    params: one,
    success: json(200, 'The code host.', ConnectedCodeHost),
  }),
  updateCodeHost: operation({
    method: 'PATCH',
    path: `${path}/{id}`,
    tag,
    summary: 'Change a code host',
    description: 'Its name or credential, never its address. A new credential is tried first, as for a new one.',
    scope: 'repositories:write',
    params: one,
    body: UpdateCodeHostBody,
    success: json(200, 'The code host.', ConnectedCodeHost),
    errors: ['invalid_code_host', 'code_host_refused'],
  }),
  deleteCodeHost: operation({
    method: 'DELETE',
    path: `${path}/{id}`,
    tag,
    summary: 'Disconnect a code host',
    description:
      'The credential is forgotten. While projects depend on it, only with `force`: their jobs fail until their repository is reached again.',
    scope: 'repositories:write',
    params: one,
    query: Type.Object({
      force: Type.Optional(Type.Boolean({ description: 'Also while projects depend on it.' })),
    }),
    success: { status: 204, description: 'It is gone.', content: {} },
    errors: ['code_host_in_use'],
  }),
  testCodeHost: operation({
    method: 'POST',
    path: `${path}/{id}/test`,
    tag,
    summary: 'Test a code host',
    description: 'Whether its credential is accepted, and which permissions it lacks, each by name.',
    scope: 'repositories:write',
    params: one,
    success: json(200, 'The code host, with what the test found.', ConnectedCodeHost),
  }),
  startGitHubApp: operation({
    method: 'POST',
    path: `${path}/github-apps`,
    tag,
    summary: 'Begin to make a GitHub App',
    description:
      'The App is private, and its permissions are those that Docwright needs. It is made on GitHub’s own page; what GitHub sends back completes it, once, within an hour, for who began.',
    scope: 'repositories:write',
    body: StartGitHubAppBody,
    bodyOptional: true,
    success: json(201, 'Where to go on.', GitHubAppStart),
    errors: ['invalid_code_host', 'code_host_limit_reached', 'code_host_taken'],
  }),
  completeGitHubApp: operation({
    method: 'POST',
    path: `${path}/github-apps/complete`,
    tag,
    summary: 'Complete a GitHub App',
    description:
      'Exchanges the code that GitHub sent back for the App’s private key, which is sealed. Then the App is installed at `installUrl`.',
    scope: 'repositories:write',
    body: CompleteGitHubAppBody,
    success: json(201, 'The code host.', ConnectedCodeHost),
    errors: ['invalid_code_host', 'code_host_refused', 'code_host_limit_reached', 'code_host_taken'],
  }),
  listHostedRepositories: operation({
    method: 'GET',
    path: `${path}/{id}/repositories`,
    tag,
    summary: 'List repositories of a code host',
    description: 'Those that the credential reaches, by name: at most 1,000 are looked at.',
    scope: 'repositories:write',
    params: one,
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Part of `owner/name`; case doesn’t count.' })),
    }),
    success: json(200, 'The repositories.', HostedRepositoryList),
    errors: ['code_host_refused'],
  }),
} as const;
