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
      'Connects a code host to the organization. All projects of the organization can use the repositories that the credential can access. The credential is tested first and stored only if the code host accepts it.',
    scope: 'repositories:write',
    body: CreateCodeHostBody,
    success: json(201, 'The code host with the test result.', ConnectedCodeHost),
    errors: ['invalid_code_host', 'code_host_refused', 'code_host_limit_reached', 'code_host_taken'],
  }),
  listCodeHosts: operation({
    method: 'GET',
    path,
    tag,
    summary: 'List code hosts',
    description:
      "Lists the organization's code hosts, then those in the installation's settings. Credentials are never returned.",
    scope: 'repositories:read',
    success: json(200, 'The code hosts.', CodeHostList),
  }),
  getCodeHost: operation({
    method: 'GET',
    path: `${path}/{id}`,
    tag,
    summary: 'Get a code host',
    description: 'Returns the connection, its last test result, and the projects that depend on it.',
    scope: 'repositories:read',
    params: one,
    success: json(200, 'The code host.', ConnectedCodeHost),
  }),
  updateCodeHost: operation({
    method: 'PATCH',
    path: `${path}/{id}`,
    tag,
    summary: 'Change a code host',
    description: "Changes its name or credential; the address can't be changed. A new credential is tested first.",
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
      'Deletes the credential. If projects depend on it, `force` is required; their jobs fail until their repository is accessible again.',
    scope: 'repositories:write',
    params: one,
    query: Type.Object({
      force: Type.Optional(Type.Boolean({ description: 'Disconnect the code host even if projects depend on it.' })),
    }),
    success: { status: 204, description: 'The code host is disconnected.', content: {} },
    errors: ['code_host_in_use'],
  }),
  testCodeHost: operation({
    method: 'POST',
    path: `${path}/{id}/test`,
    tag,
    summary: 'Test a code host',
    description: 'Tests whether its credential is accepted and lists missing permissions by name.',
    scope: 'repositories:write',
    params: one,
    success: json(200, 'The code host with the test result.', ConnectedCodeHost),
  }),
  startGitHubApp: operation({
    method: 'POST',
    path: `${path}/github-apps`,
    tag,
    summary: 'Start creating a GitHub App',
    description:
      "The app is private and has the permissions that Docwright needs. You create it on GitHub's page. Only the caller who started this can complete it with GitHub's response, once and within an hour.",
    scope: 'repositories:write',
    body: StartGitHubAppBody,
    bodyOptional: true,
    success: json(201, 'The page on which to continue.', GitHubAppStart),
    errors: ['invalid_code_host', 'code_host_limit_reached', 'code_host_taken'],
  }),
  completeGitHubApp: operation({
    method: 'POST',
    path: `${path}/github-apps/complete`,
    tag,
    summary: 'Complete a GitHub App',
    description:
      "Exchanges the code from GitHub for the app's private key, which is stored encrypted. Then install the app at `installUrl`.",
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
    description: 'Lists repositories that the credential can access, by name. At most 1,000 are searched.',
    scope: 'repositories:write',
    params: one,
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Part of `owner/name`; case-insensitive.' })),
    }),
    success: json(200, 'The repositories.', HostedRepositoryList),
    errors: ['code_host_refused'],
  }),
} as const;
