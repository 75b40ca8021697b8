import type { Clock } from '../../clock/index.ts';
import { CodeHostError } from '../errors.ts';
import { signAppToken, type GitHubCredential } from '../github/credential.ts';
import { defaultGitHubApiUrl, gitHubHeaders } from '../github/create-github.ts';
import { asList, asObject, numberOf, optionalObject, optionalText, textOf, type Json } from '../read-json.ts';
import { withoutSlash } from '../rest-code-host.ts';
import {
  belongsTo,
  readPages,
  type AccountOptions,
  type CodeHostAccount,
  type CredentialFindings,
  type ListedRepository,
  type PermissionFinding,
  type RepositoryListing,
} from './account.ts';
import { askForJson, askHost, requireOk } from './ask-host.ts';

export interface GitHubAccountOptions extends AccountOptions {
  readonly credential: GitHubCredential;
  readonly clock: Clock;
}

/**
 * The permissions that Docwright requires from a GitHub App or a fine-grained token, with their names on GitHub's
 * pages.
 */
const gitHubPermissions = [
  { key: 'contents', level: 'write', name: 'Contents: Read and write', purpose: 'read the docs and push branches' },
  { key: 'pull_requests', level: 'write', name: 'Pull requests: Read and write', purpose: 'open pull requests' },
  { key: 'statuses', level: 'write', name: 'Commit statuses: Read and write', purpose: 'report on previews' },
  {
    key: 'repository_hooks',
    level: 'write',
    name: 'Webhooks: Read and write',
    purpose: 'create webhooks automatically',
  },
  { key: 'issues', level: 'write', name: 'Issues: Read and write', purpose: 'answer comments on issues' },
  { key: 'checks', level: 'read', name: 'Checks: Read-only', purpose: 'wait for required checks' },
  { key: 'metadata', level: 'read', name: 'Metadata: Read-only', purpose: 'list repositories' },
] as const;

/** The same permissions with their names in a manifest. */
export const gitHubAppPermissions: Readonly<Record<string, string>> = Object.fromEntries(
  gitHubPermissions.map(({ key, level }) => [key, level]),
);

const pageSize = 100;
/** A private App has one installation. If a public App has several, the account must be specified. */
const maxInstallations = 100;

export function createGitHubAccount(options: GitHubAccountOptions): CodeHostAccount {
  const { credential } = options;
  return credential.kind === 'token'
    ? createTokenAccount(options, credential.token)
    : createAppAccount(options, credential);
}

interface Reach {
  readonly get: (path: string, authorization: string, signal?: AbortSignal) => Promise<unknown>;
  readonly apiUrl: string;
}

function reach({ http, webUrl, apiUrl }: GitHubAccountOptions): Reach {
  const address = withoutSlash(apiUrl ?? defaultGitHubApiUrl(withoutSlash(webUrl)));
  return {
    apiUrl: address,
    get: (path, authorization, signal) =>
      askForJson(http, { url: address + path, headers: { ...gitHubHeaders, authorization }, signal }),
  };
}

function createTokenAccount(options: GitHubAccountOptions, token: string): CodeHostAccount {
  const { get, apiUrl } = reach(options);
  const authorization = `Bearer ${token}`;
  return {
    check: async (signal) => {
      const headers = { ...gitHubHeaders, authorization };
      const answer = await askHost(options.http, { url: `${apiUrl}/user`, headers, signal });
      const user = asObject(requireOk(answer));
      return { signedInAs: textOf(user, 'login'), permissions: checkScopes(answer.headers['x-oauth-scopes']) };
    },
    listRepositories: async (signal) =>
      readPages(async (page) => {
        const path = `/user/repos?sort=full_name&per_page=${pageSize}&page=${page}`;
        return toPage(asList(await get(path, authorization, signal)), options.account);
      }),
  };
}

/** Checks a token's scopes. Responses to a classic token list its scopes; responses to a fine-grained token don't. */
function checkScopes(header: string | undefined): PermissionFinding[] {
  if (header === undefined) {
    return gitHubPermissions.map(({ name, purpose }) => ({ name, purpose, status: 'unknown' }));
  }
  const scopes = header.split(',').map((scope) => scope.trim());
  const purpose = 'read the docs, push branches and open pull requests, including in private repositories';
  return [{ name: 'repo', purpose, status: scopes.includes('repo') ? 'granted' : 'missing' }];
}

function createAppAccount(
  options: GitHubAccountOptions,
  credential: Extract<GitHubCredential, { kind: 'app' }>,
): CodeHostAccount {
  const { get } = reach(options);
  const asApp = (): string => `Bearer ${signAppToken(credential, options.clock.now())}`;
  return {
    check: async (signal) => readApp(await get('/app', asApp(), signal)),
    listRepositories: async (signal) => {
      const path = `/app/installations?per_page=${maxInstallations}`;
      const installations = asList(await get(path, asApp(), signal)).map(asObject);
      const repositories: ListedRepository[] = [];
      let isWhole = installations.length < maxInstallations;
      for (const installation of installations.filter((one) => isOf(one, options.account))) {
        const listing = await listOfInstallation(options, installation, { asApp: asApp(), signal });
        repositories.push(...listing.repositories);
        isWhole &&= listing.isWhole;
      }
      return { repositories, isWhole };
    },
  };
}

function readApp(answer: unknown): CredentialFindings {
  const app = asObject(answer);
  const granted = optionalObject(app, 'permissions') ?? {};
  const slug = textOf(app, 'slug');
  if (!/^[a-z0-9-]{1,100}$/i.test(slug))
    throw new CodeHostError('unexpected-answer', "The name of the app can't be part of an address.");
  return {
    signedInAs: optionalText(app, 'name') ?? slug,
    permissions: gitHubPermissions.map(({ key, level, name, purpose }) => ({
      name,
      purpose,
      status: granted[key] === 'write' || granted[key] === level ? 'granted' : 'missing',
    })),
    appSlug: slug,
  };
}

function isOf(installation: Json, account: string | undefined): boolean {
  const suspended = installation['suspended_at'];
  if (suspended !== null && suspended !== undefined) return false;
  const login = optionalText(optionalObject(installation, 'account') ?? {}, 'login');
  return account === undefined || login?.toLowerCase() === account.toLowerCase();
}

async function listOfInstallation(
  options: GitHubAccountOptions,
  installation: Json,
  { asApp, signal }: { readonly asApp: string; readonly signal: AbortSignal | undefined },
): Promise<RepositoryListing> {
  const { get, apiUrl } = reach(options);
  const url = `${apiUrl}/app/installations/${numberOf(installation, 'id')}/access_tokens`;
  const headers = { ...gitHubHeaders, authorization: asApp };
  // Read-only.
  const body = { permissions: { metadata: 'read' } };
  const made = asObject(await askForJson(options.http, { method: 'POST', url, headers, body, signal }));
  const authorization = `Bearer ${textOf(made, 'token')}`;
  return readPages(async (page) => {
    const path = `/installation/repositories?per_page=${pageSize}&page=${page}`;
    const answer = asObject(await get(path, authorization, signal));
    // An App's permissions are the same in all repositories.
    return toPage(asList(answer['repositories']), options.account, true);
  });
}

function toPage(items: readonly unknown[], account: string | undefined, isApp = false) {
  return {
    isLast: items.length < pageSize,
    items: items
      .map(asObject)
      .map((item): ListedRepository => {
        const push = optionalObject(item, 'permissions')?.['push'];
        return {
          fullName: textOf(item, 'full_name'),
          defaultBranch: optionalText(item, 'default_branch'),
          private: item['private'] === true,
          canPush: item['archived'] !== true && (isApp || push === true),
        };
      })
      .filter(({ fullName }) => belongsTo(fullName, account)),
  };
}
