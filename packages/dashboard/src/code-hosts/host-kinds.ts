import type { HostKind } from './queries.ts';

interface KindWords {
  readonly label: string;
  /** `undefined` if there is no public one. */
  readonly url: string | undefined;
  readonly account: string;
  /** Where a token is made, and what it needs, as the code host's own pages say it. */
  readonly where: string;
  readonly permissions: readonly string[];
}

/** What the form of each kind says. */
export const hostKinds: Readonly<Record<HostKind, KindWords>> = {
  github: {
    label: 'GitHub',
    url: 'https://github.com',
    account: 'Owner or organization',
    where: 'Settings → Developer settings → Personal access tokens → Fine-grained tokens',
    permissions: [
      'Contents: Read and write',
      'Pull requests: Read and write',
      'Commit statuses: Read and write',
      'Webhooks: Read and write',
    ],
  },
  gitlab: {
    label: 'GitLab',
    url: 'https://gitlab.com',
    account: 'Group',
    where: 'Access tokens of the group or project (role Developer or more), or your profile',
    permissions: ['api', 'write_repository'],
  },
  gitea: {
    label: 'Gitea or Forgejo',
    url: undefined,
    account: 'Owner or organization',
    where: 'Settings → Applications → Manage access tokens',
    permissions: ['write:repository', 'write:issue', 'read:user'],
  },
  bitbucket: {
    label: 'Bitbucket',
    url: 'https://bitbucket.org',
    account: 'Workspace',
    where: 'Access tokens of the workspace, project or repository, or API tokens of your Atlassian account',
    permissions: ['repository:write', 'pullrequest:write', 'webhook'],
  },
};
