import { editUrl } from '@docwright/site-builder';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, hasScope, mayUseProject, type AuthenticateSession } from '../../../platform/http/index.ts';
import { findProjectOfAnyOrganization, type ProjectRow } from '../../project-config/projects/index.ts';
import { requireBranch, type FindWebRepository } from '../../sources/repositories/index.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { requireReadable } from './path-rules.ts';

export const editPath = '/edit';

export interface EditRouteDeps extends Pick<DraftDeps, 'database'> {
  readonly bySession: AuthenticateSession;
  readonly findWebRepository: FindWebRepository;
  /** Address of the dashboard. */
  readonly baseUrl: string;
}

interface EditedPage {
  readonly projectId: string;
  readonly branch: string;
  /** Relative to the docs folder. */
  readonly path: string;
}

/**
 * *Edit this page* of live sites and previews: `/edit/{projectId}/{branch}/{path}?repository={address}`.
 *
 * 1. A signed-in member who can write gets the editor.
 * 2. Others get the code host's form if they name the project's repository, as links on the site do. The form's address
 *    is built from the stored repository, so people who don't know the repository learn nothing about it.
 * 3. Everyone else gets the dashboard, which asks them to sign in, whether or not the project exists.
 */
export function registerEditRoute(app: FastifyInstance, deps: EditRouteDeps): void {
  app.get<{ Params: { projectId: string; branch: string; '*': string }; Querystring: { repository?: unknown } }>(
    `${editPath}/:projectId/:branch/*`,
    async (request, reply) => {
      const { projectId, branch, '*': path } = request.params;
      requireBranch(branch);
      requireReadable(path);
      const target = await chooseTarget(deps, request, { projectId, branch, path });
      void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      return reply.redirect(target, 302);
    },
  );
}

async function chooseTarget(
  deps: EditRouteDeps,
  request: FastifyRequest<{ Querystring: { repository?: unknown } }>,
  page: EditedPage,
): Promise<string> {
  const { projectId, branch, path } = page;
  const file = path.split('/').map(encodeURIComponent).join('/');
  const editor = `${deps.baseUrl}/dashboard/projects/${encodeURIComponent(projectId)}/editor/${encodeURIComponent(branch)}/${file}`;
  const { repository } = request.query;
  const project = await findProjectOfAnyOrganization(deps.database.kysely, projectId);
  if (project === undefined || (await canWrite(deps, request.headers.cookie, project))) return editor;
  const web = await deps.findWebRepository(project.organization_id, project.repository);
  if (web === undefined || web.url !== repository) return editor;
  return editUrl({ ...web, branch, folder: project.docs_folder }, path);
}

async function canWrite(
  { bySession }: EditRouteDeps,
  cookie: string | undefined,
  { id, organization_id: organizationId }: ProjectRow,
): Promise<boolean> {
  if (cookie === undefined) return false;
  try {
    const identity = await bySession(cookie, organizationId);
    return identity !== undefined && hasScope(identity, 'content:write') && mayUseProject(identity, id);
  } catch (error) {
    // A user who isn't a member of this organization.
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}
