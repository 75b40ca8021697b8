import type { FastifyInstance } from 'fastify';
import {
  registerCodeHostRoutes,
  registerGitHubAppPage,
  type RemoteProject,
} from '../modules/sources/code-hosts/index.ts';
import { listProjectRepositories } from '../modules/project-config/projects/index.ts';
import { parseRepositoryAddress, rulesOf } from '../modules/sources/repositories/index.ts';
import { createUrlCheck } from '../platform/http-client/index.ts';
import type { OperationRoutes } from '../platform/http/index.ts';
import type { Composition } from './compose.ts';
import { describeSettingsHosts } from './connect-remote.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** Registers the routes for code hosts that organizations connect in addition to those in the settings. */
export function registerCodeHosts(
  app: FastifyInstance,
  routes: OperationRoutes,
  context: {
    readonly settings: Settings;
    readonly baseUrl: string;
    readonly platform: Platform;
    readonly composition: Composition;
  },
): void {
  const { settings, baseUrl, platform, composition } = context;
  const { database, http, clock, secretBox } = platform;
  registerGitHubAppPage(app, { database, clock, baseUrl });
  registerCodeHostRoutes(routes, {
    database,
    baseUrl,
    http,
    clock,
    secretBox,
    checkUrl: createUrlCheck({ allowedPrivateHosts: settings.privateGitHosts }),
    settingsHosts: describeSettingsHosts(settings),
    findConnected: composition.findConnected,
    listProjects: async (organizationId) => {
      const rules = await rulesOf(composition.addressRules, organizationId);
      const projects = await listProjectRepositories(database.kysely, organizationId);
      return projects.flatMap(({ id, name, repository }): RemoteProject[] => {
        const address = tryParse(() => parseRepositoryAddress(repository, rules));
        return address === undefined || address.kind === 'local' ? [] : [{ id, name, address }];
      });
    },
  });
}

/** Returns `undefined` if the repository's code host was disconnected. */
function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
