import { asList, asObject, optionalObject, optionalText, textOf } from '../read-json.ts';
import { basicAuthorization, withoutSlash } from '../rest-code-host.ts';
import {
  readPages,
  type AccountOptions,
  type CodeHostAccount,
  type ListedRepository,
  type PermissionFinding,
} from './account.ts';
import { askForJson, askHost, requireOk } from './ask-host.ts';

const pageSize = 100;

/** Access tokens use the short names; a person's API tokens use the long names. */
const needed = [
  { names: ['repository:write', 'write:repository:bitbucket'], purpose: 'read the docs and push branches' },
  { names: ['pullrequest:write', 'write:pullrequest:bitbucket'], purpose: 'open pull requests' },
  { names: ['webhook', 'write:webhook:bitbucket'], purpose: 'create webhooks automatically' },
] as const;

export interface BitbucketAccountOptions extends AccountOptions {
  readonly token: string;
  readonly user?: string | undefined;
  /** The workspace, because access tokens can't list others. */
  readonly account: string;
}

export function createBitbucketAccount(options: BitbucketAccountOptions): CodeHostAccount {
  const { http, token, user } = options;
  const apiUrl = withoutSlash(options.apiUrl ?? 'https://api.bitbucket.org/2.0');
  const headers = { authorization: user === undefined ? `Bearer ${token}` : basicAuthorization(user, token) };
  const url = `${apiUrl}/repositories/${encodeURIComponent(options.account)}`;
  return {
    check: async (signal) => {
      const answer = await askHost(http, { url: `${url}?pagelen=1`, headers, signal });
      asList(asObject(requireOk(answer))['values']);
      return {
        signedInAs: user ?? options.account,
        permissions: checkScopes(answer.headers['x-oauth-scopes'], user !== undefined),
      };
    },
    listRepositories: async (signal) =>
      readPages(async (page) => {
        const asked = `${url}?role=contributor&pagelen=${pageSize}&page=${page}`;
        const answer = asObject(await askForJson(http, { url: asked, headers, signal }));
        return { isLast: answer['next'] === undefined, items: asList(answer['values']).map(toRepository) };
      }),
  };
}

function checkScopes(header: string | undefined, isPerson: boolean): PermissionFinding[] {
  const scopes = header?.split(',').map((scope) => scope.trim());
  return needed.map(({ names, purpose }) => ({
    name: names[isPerson ? 1 : 0],
    purpose,
    status: scopes === undefined ? 'unknown' : names.some((name) => scopes.includes(name)) ? 'granted' : 'missing',
  }));
}

const toRepository = (item: unknown): ListedRepository => {
  const repository = asObject(item);
  return {
    fullName: textOf(repository, 'full_name'),
    defaultBranch: optionalText(optionalObject(repository, 'mainbranch') ?? {}, 'name'),
    private: repository['is_private'] === true,
    canPush: undefined,
  };
};
