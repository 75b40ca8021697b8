import type { FastifyRequest } from 'fastify';
import { hasScope, type Identity } from '../../../platform/http/index.ts';
import { findVisitor, type PageAuthentication } from './check-form.ts';
import type { LocalRepository } from './local-code-host.ts';
import type { PageFrame } from './pages/layout.ts';
import type { RepositoryProject } from './pages/pull-request-page.ts';

/** Dependencies of the pages in addition to repositories. */
export interface PageServices extends PageAuthentication {
  /** Paths of the dashboard's style sheets; empty if the dashboard isn't built. */
  readonly styleSheets: () => Promise<readonly string[]>;
  /** All projects with this repository. */
  readonly projectsOf: (
    repository: Pick<LocalRepository, 'organizationId' | 'path'>,
  ) => Promise<readonly RepositoryProject[]>;
}

export interface Visit {
  /** The signed-in member of the organization, if they may read its repositories. */
  readonly reader: Identity | undefined;
  readonly canAct: boolean;
  readonly frame: PageFrame;
}

/** @param organizationId the repository's organization; `undefined` if the repository doesn't exist */
export async function openVisit(
  request: FastifyRequest,
  services: PageServices,
  organizationId: string | undefined,
): Promise<Visit> {
  const reader = await findVisitor(request, services, { organizationId, scope: 'repositories:read' });
  return {
    reader,
    canAct: reader !== undefined && hasScope(reader, 'repositories:write'),
    frame: {
      baseUrl: services.baseUrl,
      styleSheets: await services.styleSheets(),
      visitor: reader && { name: reader.actor.name, may: (scope) => hasScope(reader, scope) },
      // The query of a link can contain its token, which no page repeats.
      path: request.url.split('?', 1)[0] ?? '/',
    },
  };
}

/**
 * Finds the project to show a visitor: the agent job's project if it uses this repository; otherwise, the repository's
 * only project.
 * @param jobProjectId the ID in a pull request's text, which anyone may have written
 */
export async function findProjectFor(
  { reader }: Visit,
  { services, repository, jobProjectId }: ProjectSearch,
): Promise<RepositoryProject | undefined> {
  if (reader === undefined || !hasScope(reader, 'projects:read')) return undefined;
  const projects = (await services.projectsOf(repository)).filter(
    ({ id }) => reader.projectIds === null || reader.projectIds.includes(id),
  );
  return projects.find(({ id }) => id === jobProjectId) ?? (projects.length === 1 ? projects[0] : undefined);
}

interface ProjectSearch {
  readonly services: PageServices;
  readonly repository: LocalRepository;
  readonly jobProjectId?: string | undefined;
}
