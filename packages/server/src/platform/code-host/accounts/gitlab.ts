import { isCodeHostError } from '../errors.ts';
import { asList, asObject, optionalText, textOf } from '../read-json.ts';
import { withoutSlash } from '../rest-code-host.ts';
import {
  belongsTo,
  readPages,
  type AccountOptions,
  type CodeHostAccount,
  type ListedRepository,
  type PermissionFinding,
} from './account.ts';
import { askForJson, askHost, requireOk } from './ask-host.ts';

const pageSize = 100;
/** Developer, the lowest role that can push a branch and open a merge request. */
const developer = 30;

const needed = [
  { name: 'api', purpose: 'open merge requests, comment on them and create webhooks' },
  { name: 'write_repository', purpose: 'read the docs and push branches' },
] as const;

export function createGitLabAccount(options: AccountOptions & { readonly token: string }): CodeHostAccount {
  const { http, token, account } = options;
  const url = `${withoutSlash(options.webUrl)}/api/v4`;
  const headers = { authorization: `Bearer ${token}` };
  return {
    check: async (signal) => {
      const user = await readUser(await askHost(http, { url: `${url}/user`, headers, signal }));
      const self = await askForJson(http, { url: `${url}/personal_access_tokens/self`, headers, signal }).catch(
        (error: unknown) => {
          // Without `api` or `read_api`, a token can't read its own data. For a group's token, or on an older host, the
          // endpoint doesn't exist.
          if (isCodeHostError(error, 'forbidden') || isCodeHostError(error, 'unexpected-answer')) return undefined;
          throw error;
        },
      );
      return { signedInAs: user, permissions: checkScopes(self) };
    },
    listRepositories: async (signal) =>
      readPages(async (page) => {
        const query = `membership=true&min_access_level=${developer}&order_by=path&sort=asc`;
        const path = `/projects?${query}&archived=false&per_page=${pageSize}&page=${page}`;
        const items = asList(await askForJson(http, { url: url + path, headers, signal }));
        return {
          isLast: items.length < pageSize,
          items: items.map(toRepository).filter(({ fullName }) => belongsTo(fullName, account)),
        };
      }),
  };
}

/** Returns `undefined` if the token is valid but can't read its user. */
async function readUser(answer: Awaited<ReturnType<typeof askHost>>): Promise<string | undefined> {
  if (answer.status === 403 && answer.json !== undefined) return undefined;
  return textOf(asObject(requireOk(answer)), 'username');
}

function checkScopes(self: unknown): PermissionFinding[] {
  const scopes = self === undefined ? undefined : asObject(self)['scopes'];
  return needed.map(({ name, purpose }) => ({
    name,
    purpose,
    status: !Array.isArray(scopes) ? 'unknown' : scopes.includes(name) ? 'granted' : 'missing',
  }));
}

const toRepository = (item: unknown): ListedRepository => {
  const project = asObject(item);
  return {
    fullName: textOf(project, 'path_with_namespace'),
    defaultBranch: optionalText(project, 'default_branch'),
    private: project['visibility'] !== 'public',
    // The list contains only repositories to which the token can push.
    canPush: true,
  };
};
