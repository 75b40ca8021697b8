import { operations, type HostedRepositoryList } from '@docwright/contract';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import type { OperationRoutes, Principal } from '../../../platform/http/index.ts';
import { codeHostRefused } from './errors.ts';
import { completeGitHubApp, startGitHubApp, type GitHubAppDeps } from './github-app.ts';
import { openAccount } from './open-code-host.ts';
import { toAccess } from './own-code-hosts.ts';
import { createCodeHost, deleteCodeHost, requireCodeHost, testCodeHost, updateCodeHost } from './save-code-host.ts';
import { selectCodeHosts } from './store.ts';
import type { CodeHostRow } from './tables.ts';
import { toCodeHost, toSettingsHost, type SettingsHost } from './to-code-host.ts';

export interface CodeHostRouteDeps extends GitHubAppDeps {
  readonly settingsHosts: readonly SettingsHost[];
  /** Patterns for the repositories that an organization may use through the installation's credentials. */
  readonly findConnected: (organizationId: string) => Promise<readonly string[]>;
}

/** Maximum number of repositories in a response; others can be found by part of their name. */
const maxShown = 200;

export function registerCodeHostRoutes(routes: OperationRoutes, deps: CodeHostRouteDeps): void {
  const { kysely } = deps.database;
  const show = async ({ organizationId }: Principal, row: CodeHostRow) =>
    toCodeHost(row, await selectCodeHosts(kysely, organizationId), await deps.listProjects(organizationId));

  routes.handle(operations.createCodeHost, async ({ principal, body, signal }) =>
    show(principal, await createCodeHost(deps, { principal, body, signal })),
  );
  routes.handle(operations.listCodeHosts, async ({ principal: { organizationId } }) => {
    const own = await selectCodeHosts(kysely, organizationId);
    const projects = await deps.listProjects(organizationId);
    const allowed = await deps.findConnected(organizationId);
    return {
      codeHosts: [
        ...own.map((row) => toCodeHost(row, own, projects)),
        ...deps.settingsHosts.map((host) => toSettingsHost(host, { own, projects, allowed })),
      ],
    };
  });
  routes.handle(operations.getCodeHost, async ({ principal, params }) =>
    show(principal, await requireCodeHost(deps, principal, params.id)),
  );
  routes.handle(operations.updateCodeHost, async ({ principal, params, body, signal }) =>
    show(principal, await updateCodeHost(deps, { principal, id: params.id, signal }, body)),
  );
  routes.handle(operations.deleteCodeHost, async ({ principal, params, query }) =>
    deleteCodeHost(deps, { principal, id: params.id, force: query.force === true }),
  );
  routes.handle(operations.testCodeHost, async ({ principal, params, signal }) =>
    show(principal, await testCodeHost(deps, { principal, id: params.id, signal })),
  );
  routes.handle(operations.startGitHubApp, async ({ principal, body }) => startGitHubApp(deps, principal, body));
  routes.handle(operations.completeGitHubApp, async ({ principal, body, signal }) =>
    show(principal, await completeGitHubApp(deps, { principal, body, signal })),
  );
  routes.handle(operations.listHostedRepositories, async ({ principal, params, query, signal }) => {
    const row = await requireCodeHost(deps, principal, params.id);
    return listRepositories(deps, row, { search: query.search ?? '', signal });
  });
}

async function listRepositories(
  deps: CodeHostRouteDeps,
  row: CodeHostRow,
  { search, signal }: { readonly search: string; readonly signal: AbortSignal },
): Promise<HostedRepositoryList> {
  try {
    const { repositories, isWhole } = await openAccount(deps, toAccess(deps.secretBox, row)).listRepositories(signal);
    const wanted = search.trim().toLowerCase();
    const found = repositories
      .filter(({ fullName }) => fullName.toLowerCase().includes(wanted))
      .toSorted((a, b) => a.fullName.localeCompare(b.fullName));
    return {
      repositories: found.slice(0, maxShown).map(({ fullName, defaultBranch, canPush, ...rest }) => ({
        ...rest,
        fullName,
        url: `${row.web_url}/${fullName}`,
        defaultBranch: defaultBranch ?? null,
        canPush: canPush ?? null,
      })),
      isWhole: isWhole && found.length <= maxShown,
    };
  } catch (error) {
    throw isCodeHostError(error) ? codeHostRefused(error.message, error) : error;
  }
}
