import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { checkForm, findVisitor, type PageAuthentication, readForm } from './check-form.ts';
import { type LocalCodeHostOptions, opensRepository, repositoryPath } from './context.ts';
import { describeFile, describeRepository, readImage } from './describe-repository.ts';
import type { LocalRepository } from './local-code-host.ts';
import { filePage, keyPage, repositoryPage } from './pages/repository-page.ts';
import { revokeLinks } from './revoke-links.ts';
import { sendImage, sendMissing, sendPage } from './send-page.ts';
import { findRepositoryAt } from './store.ts';

interface RepositoryParams {
  readonly organization?: string;
  readonly repository: string;
  readonly token: string;
}
type KeyRoute = FastifyRequest<{ Params: Omit<RepositoryParams, 'token'>; Querystring: ShownPart }>;
/** `commit` selects the version of the file. Default: that of the default branch. */
interface ShownPart {
  readonly folder?: unknown;
  readonly file?: unknown;
  readonly commit?: unknown;
  readonly image?: unknown;
}
type RepositoryRoute = FastifyRequest<{ Params: RepositoryParams; Querystring: ShownPart }>;

/**
 * `/{name}` requires a key, unless the visitor is signed in, and redirects to `/{name}/{token}`, which shows files and
 * pull requests until the link expires. `?file=` and `&commit=` are kept: this is how issues of a build link to their lines.
 */
export function registerRepositoryRoutes(
  app: FastifyInstance,
  options: LocalCodeHostOptions,
  authentication: PageAuthentication,
): void {
  const { kysely } = options.database;

  app.get('/:repository', async (request: KeyRoute, reply) => {
    const repository = await findRepositoryAt(kysely, request.params);
    const rules = { organizationId: repository?.organizationId, scope: 'repositories:read' } as const;
    const visitor = await findVisitor(request, authentication, rules);
    if (repository !== undefined && visitor !== undefined) {
      return reply.redirect(repositoryPath(options, repository) + toFileQuery(request.query), 302);
    }
    return sendPage(reply, keyPage(request.params.repository, false));
  });

  app.post('/:repository', async (request: KeyRoute, reply) => {
    const name = request.params.repository;
    const repository = await findRepositoryAt(kysely, request.params);
    const rules = { organizationId: repository?.organizationId, scope: 'repositories:read' } as const;
    const check = await checkForm(request, authentication, rules);
    if (repository === undefined || check.kind === 'refused') return sendPage(reply.code(403), keyPage(name, true));
    await recordAuditEvent(kysely, check.principal, {
      action: 'repository.link_created',
      target: { kind: 'repository', id: repository.id, name },
    });
    return reply.redirect(repositoryPath(options, repository) + toFileQuery(request.query), 303);
  });

  app.get('/:repository/:token', async (request: RepositoryRoute, reply) => {
    const repository = await findRepositoryAt(kysely, request.params);
    if (repository === undefined) return sendMissing(reply);
    if (!opensRepository(options, repository, request.params.token)) {
      const rules = { organizationId: repository.organizationId, scope: 'repositories:read' } as const;
      const visitor = await findVisitor(request, authentication, rules);
      return visitor === undefined
        ? sendMissing(reply)
        : reply.redirect(repositoryPath(options, repository) + toFileQuery(request.query), 302);
    }
    const path = `/repositories/${repository.path}/${request.params.token}`;
    const { folder = '', file, commit, image } = request.query;
    if (image !== undefined) {
      const found = typeof image === 'string' ? await readImage(options, repository, image) : undefined;
      return found === undefined ? sendMissing(reply) : sendImage(reply, found);
    }
    if (typeof file === 'string') {
      const view = await describeFile(options, repository, { file, commit, path });
      return view === undefined ? sendMissing(reply) : sendPage(reply, filePage(view));
    }
    return sendRepository(options, reply, { repository, path, folder });
  });

  app.post('/:repository/:token', async (request: RepositoryRoute, reply) => {
    const repository = await findRepositoryAt(kysely, request.params);
    if (repository === undefined || !opensRepository(options, repository, request.params.token)) {
      return sendMissing(reply);
    }
    const rules = { organizationId: repository.organizationId, scope: 'repositories:write' } as const;
    const check = await checkForm(request, authentication, rules);
    if (check.kind === 'refused' || readForm(request).get('action') !== 'revoke-links') {
      return sendPage(reply.code(403), keyPage(request.params.repository, true));
    }
    await revokeLinks(options, check.principal, repository.name);
    return reply.redirect(`/repositories/${repository.path}`, 303);
  });
}

/** The query that shows a file, without other parameters of the address; empty if it names none. */
function toFileQuery({ file, commit }: ShownPart): string {
  if (typeof file !== 'string') return '';
  return `?${new URLSearchParams({ file, ...(typeof commit === 'string' && { commit }) }).toString()}`;
}

async function sendRepository(
  options: LocalCodeHostOptions,
  reply: FastifyReply,
  {
    repository,
    path,
    folder,
  }: { readonly repository: LocalRepository; readonly path: string; readonly folder: unknown },
): Promise<FastifyReply> {
  const view = typeof folder === 'string' ? await describeRepository(options, repository, { folder, path }) : undefined;
  return view === undefined ? sendMissing(reply) : sendPage(reply, repositoryPage(view));
}
