import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../platform/http/index.ts';
import { checkForm } from './check-form.ts';
import { type LocalCodeHostOptions, opensRepository, repositoryPath } from './context.ts';
import { describeFile, describeRepository } from './describe-repository.ts';
import { filePage, keyPage, repositoryPage } from './pages/repository-page.ts';
import { sendMissing, sendPage } from './send-page.ts';
import { findRepositoryAt } from './store.ts';

interface RepositoryParams {
  readonly organization?: string;
  readonly repository: string;
  readonly token: string;
}
type KeyRoute = FastifyRequest<{ Params: Omit<RepositoryParams, 'token'> }>;
type RepositoryRoute = FastifyRequest<{ Params: RepositoryParams; Querystring: { folder?: unknown; file?: unknown } }>;

/** `/{name}` asks for a key and leads to `/{name}/{token}`, which shows files and pull requests. */
export function registerRepositoryRoutes(
  app: FastifyInstance,
  options: LocalCodeHostOptions,
  authenticate: Authenticate,
): void {
  const { kysely } = options.database;

  app.get('/:repository', async (request: KeyRoute, reply) =>
    sendPage(reply, keyPage(request.params.repository, false)),
  );

  app.post('/:repository', async (request: KeyRoute, reply) => {
    const name = request.params.repository;
    const repository = await findRepositoryAt(kysely, request.params);
    const organizationId = repository?.organizationId;
    const check = await checkForm(request, { authenticate, organizationId, scope: 'repositories:read' });
    if (repository === undefined || check.kind === 'refused') return sendPage(reply.code(403), keyPage(name, true));
    return reply.redirect(repositoryPath(options, repository), 303);
  });

  app.get('/:repository/:token', async (request: RepositoryRoute, reply) => {
    const repository = await findRepositoryAt(kysely, request.params);
    if (repository === undefined || !opensRepository(options, repository.id, request.params.token)) {
      return sendMissing(reply);
    }
    const { folder = '', file } = request.query;
    if (typeof file === 'string') {
      const view = await describeFile(options, repository, file);
      return view === undefined ? sendMissing(reply) : sendPage(reply, filePage(view));
    }
    const view = typeof folder === 'string' ? await describeRepository(options, repository, folder) : undefined;
    return view === undefined ? sendMissing(reply) : sendPage(reply, repositoryPage(view));
  });
}
