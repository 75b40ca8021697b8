import { asList, asObject, optionalObject, optionalText, textOf } from '../read-json.ts';
import { withoutSlash } from '../rest-code-host.ts';
import {
  belongsTo,
  readPages,
  type AccountOptions,
  type CodeHostAccount,
  type ListedRepository,
  type PermissionFinding,
} from './account.ts';
import { askForJson, askHost, requireOk, type HostAnswer } from './ask-host.ts';

/** Maximum page size in Gitea's default settings. */
const pageSize = 50;

/** Each scope, with a request that its read permission allows. If the request is refused, the token lacks the scope. */
const needed = [
  {
    scope: 'repository',
    name: 'write:repository',
    purpose: 'read the docs, push branches and open pull requests',
    path: '/repos/search?limit=1',
  },
  { scope: 'issue', name: 'write:issue', purpose: 'comment on pull requests', path: '/repos/issues/search?limit=1' },
  { scope: 'user', name: 'read:user', purpose: 'list your repositories', path: '/user' },
] as const;

/** Creates the account of a token on Gitea or Forgejo. */
export function createGiteaAccount(options: AccountOptions & { readonly token: string }): CodeHostAccount {
  const { http, token, account } = options;
  const url = `${withoutSlash(options.webUrl)}/api/v1`;
  const headers = { authorization: `token ${token}` };
  return {
    check: async (signal) => {
      const answers = await Promise.all(needed.map(({ path }) => askHost(http, { url: url + path, headers, signal })));
      // Refused scopes are reported by name. For other errors, the response is reported.
      for (const answer of answers) if (!isScopeRefusal(answer)) requireOk(answer);
      const reported = answers.map(readTokenScopes).find((scopes) => scopes !== undefined);
      const user = answers[2];
      return {
        signedInAs: user === undefined || isScopeRefusal(user) ? undefined : textOf(asObject(user.json), 'login'),
        permissions: needed.map(({ scope, name, purpose }, index) => ({
          name,
          purpose,
          status: judge({ scope, name, isRefused: isScopeRefusal(answers[index]), reported }),
        })),
      };
    },
    listRepositories: async (signal) =>
      readPages(async (page) => {
        const path = `/user/repos?limit=${pageSize}&page=${page}`;
        const items = asList(await askForJson(http, { url: url + path, headers, signal }));
        return {
          isLast: items.length < pageSize,
          items: items.map(toRepository).filter(({ fullName }) => belongsTo(fullName, account)),
        };
      }),
  };
}

const isScopeRefusal = (answer: HostAnswer | undefined): boolean => answer?.status === 403 && answer.json !== undefined;

/** `… required=[read:user], token scope=write:repository,write:issue`: newer versions report the token's scopes. */
function readTokenScopes({ status, json }: HostAnswer): readonly string[] | undefined {
  if (status !== 403 || typeof json !== 'object' || json === null) return undefined;
  const message = (json as Readonly<Record<string, unknown>>)['message'];
  const found = typeof message === 'string' ? /token scope=([\w:,-]*)/.exec(message) : null;
  return found?.[1]?.split(',');
}

function judge(found: {
  readonly scope: string;
  readonly name: string;
  readonly isRefused: boolean;
  readonly reported: readonly string[] | undefined;
}): PermissionFinding['status'] {
  const { scope, name, isRefused, reported } = found;
  if (isRefused) return 'missing';
  if (name.startsWith('read:')) return 'granted';
  // Read access is granted. Only a refusal shows whether write access is, too.
  if (reported === undefined) return 'unknown';
  return reported.includes('all') || reported.includes(`write:${scope}`) ? 'granted' : 'missing';
}

const toRepository = (item: unknown): ListedRepository => {
  const repository = asObject(item);
  return {
    fullName: textOf(repository, 'full_name'),
    defaultBranch: optionalText(repository, 'default_branch'),
    private: repository['private'] === true,
    canPush: repository['archived'] !== true && optionalObject(repository, 'permissions')?.['push'] === true,
  };
};
