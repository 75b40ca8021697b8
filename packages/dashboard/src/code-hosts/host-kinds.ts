import type { ConnectedCodeHost } from '@docwright/sdk';

export type HostKind = ConnectedCodeHost['kind'];

interface KindWords {
  readonly label: string;
  /** The products that this kind supports. */
  readonly products: readonly string[];
  /** `undefined` for a kind without a public host. */
  readonly url: string | undefined;
  readonly account: string;
  readonly isAccountRequired: boolean;
  /** Whether an API token belongs to a person, whose email address is sent with it. */
  readonly hasUser: boolean;
  /** The place where tokens are created, and the required permissions, in the code host's own words. */
  readonly where: string;
  readonly permissions: readonly string[];
}

/** The form's labels and hints for each kind. */
export const hostKinds: Readonly<Record<HostKind, KindWords>> = {
  github: {
    label: 'GitHub',
    products: ['GitHub'],
    url: 'https://github.com',
    account: 'Owner or organization',
    isAccountRequired: false,
    hasUser: false,
    where: 'Settings → Developer settings → Personal access tokens → Fine-grained tokens',
    permissions: [
      'Contents: Read and write',
      'Pull requests: Read and write',
      'Commit statuses: Read and write',
      'Webhooks: Read and write',
      'Issues: Read and write',
    ],
  },
  gitlab: {
    label: 'GitLab',
    products: ['GitLab'],
    url: 'https://gitlab.com',
    account: 'Group',
    isAccountRequired: false,
    hasUser: false,
    where: 'Access tokens of the group or project (role Developer or more), or your profile',
    permissions: ['api', 'write_repository'],
  },
  gitea: {
    label: 'Gitea or Forgejo',
    products: ['Gitea', 'Forgejo'],
    url: undefined,
    account: 'Owner or organization',
    isAccountRequired: false,
    hasUser: false,
    where: 'Settings → Applications → Manage access tokens',
    permissions: ['write:repository', 'write:issue', 'read:user'],
  },
  bitbucket: {
    label: 'Bitbucket',
    products: ['Bitbucket'],
    url: 'https://bitbucket.org',
    account: 'Workspace',
    isAccountRequired: true,
    hasUser: true,
    where: 'Access tokens of the workspace, project or repository, or API tokens of your Atlassian account',
    permissions: ['repository:write', 'pullrequest:write', 'webhook'],
  },
};

export const hostKindNames = Object.keys(hostKinds) as readonly HostKind[];

/** Every product that can be connected, for running text. */
const products = Object.values(hostKinds).flatMap((kind) => kind.products);

/** `GitHub, GitLab, Gitea, Forgejo or Bitbucket` */
export const anyCodeHost = `${products.slice(0, -1).join(', ')} or ${products.at(-1) ?? ''}`;

/** `On GitHub, …, or the embedded code host.` */
export const supportedHostsHint = `On ${products.join(', ')}, or the embedded code host.`;
