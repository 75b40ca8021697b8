import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { checkForm, readForm } from './check-form.ts';
import { type LocalCodeHostOptions, opensRepository, repositoryPath } from './context.ts';
import { describeFile, describeRepository, readImage } from './describe-repository.ts';
import type { LocalRepository } from './local-code-host.ts';
import { findProjectFor, openVisit, type PageServices, type Visit } from './open-visit.ts';
import { filePage, keyPage, repositoryPage, type RepositoryFrame } from './pages/repository-page.ts';
import { revokeLinks } from './revoke-links.ts';
import { sendImage, sendMissing, sendPage } from './send-page.ts';
import { findRepositoryAt } from './store.ts';

interface RepositoryParams {
  readonly organization?: string;
  readonly repository: string;
  readonly token: string;
}
type KeyRoute = FastifyRequest<{ Params: Omit<RepositoryParams, 'token'>; Querystring: ShownPart }>;
/** `commit` selects the version of the file. The default is the version on the default branch. */
interface ShownPart {
  readonly folder?: unknown;
  readonly file?: unknown;
  readonly commit?: unknown;
  readonly image?: unknown;
}
type RepositoryRoute = FastifyRequest<{ Params: RepositoryParams; Querystring: ShownPart }>;

/**
 * Registers `/{name}`, which requires a key unless the visitor is signed in, and redirects to `/{name}/{token}`, which
 * shows files and pull requests until the link expires. `?file=` and `&commit=` are kept, because a build's issues use
 * them in links to lines.
 */
export function registerRepositoryRoutes(
  app: FastifyInstance,
  options: LocalCodeHostOptions,
  services: PageServices,
): void {
  const { kysely } = options.database;

  app.get('/:repository', async (request: KeyRoute, reply) => {
    const repository = await findRepositoryAt(kysely, request.params);
    const { reader, frame } = await openVisit(request, services, repository?.organizationId);
    if (repository !== undefined && reader !== undefined) {
      return reply.redirect(repositoryPath(options, repository) + toFileQuery(request.query), 302);
    }
    return sendPage(reply, frame, keyPage(frame, request.params.repository, false));
  });

  app.post('/:repository', async (request: KeyRoute, reply) => {
    const name = request.params.repository;
    const repository = await findRepositoryAt(kysely, request.params);
    const rules = { organizationId: repository?.organizationId, scope: 'repositories:read' } as const;
    const check = await checkForm(request, services, rules);
    if (repository === undefined || check.kind === 'refused') {
      const { frame } = await openVisit(request, services, repository?.organizationId);
      return sendPage(reply.code(403), frame, keyPage(frame, name, true));
    }
    await recordAuditEvent(kysely, check.principal, {
      action: 'repository.link_created',
      target: { kind: 'repository', id: repository.id, name },
    });
    return reply.redirect(repositoryPath(options, repository) + toFileQuery(request.query), 303);
  });

  app.get('/:repository/:token', async (request: RepositoryRoute, reply) => {
    const repository = await findRepositoryAt(kysely, request.params);
    const isOpen = repository !== undefined && opensRepository(options, repository, request.params.token);
    const { image } = request.query;
    // An image needs no session, because a page can contain many images.
    const found = isOpen && typeof image === 'string' ? await readImage(options, repository, image) : undefined;
    if (found !== undefined) return sendImage(reply, found);
    const visit = await openVisit(request, services, repository?.organizationId);
    if (repository === undefined) return sendMissing(reply, visit.frame);
    if (!isOpen) {
      return visit.reader === undefined
        ? sendMissing(reply, visit.frame)
        : reply.redirect(repositoryPath(options, repository) + toFileQuery(request.query), 302);
    }
    if (image !== undefined) return sendMissing(reply, visit.frame);
    const path = `/repositories/${repository.path}/${request.params.token}`;
    const page = await renderPart(options, { services, repository, visit, path, part: request.query });
    return page === undefined ? sendMissing(reply, visit.frame) : sendPage(reply, visit.frame, page);
  });

  app.post('/:repository/:token', async (request: RepositoryRoute, reply) => {
    const repository = await findRepositoryAt(kysely, request.params);
    const { frame } = await openVisit(request, services, repository?.organizationId);
    if (repository === undefined || !opensRepository(options, repository, request.params.token)) {
      return sendMissing(reply, frame);
    }
    const rules = { organizationId: repository.organizationId, scope: 'repositories:write' } as const;
    const check = await checkForm(request, services, rules);
    if (check.kind === 'refused' || readForm(request).get('action') !== 'revoke-links') {
      return sendPage(reply.code(403), frame, keyPage(frame, request.params.repository, true));
    }
    await revokeLinks(options, check.principal, repository.name);
    return reply.redirect(`/repositories/${repository.path}`, 303);
  });
}

/** The query that shows a file, without the address's other parameters; empty if no file is named. */
function toFileQuery({ file, commit }: ShownPart): string {
  if (typeof file !== 'string') return '';
  return `?${new URLSearchParams({ file, ...(typeof commit === 'string' && { commit }) }).toString()}`;
}

interface AskedPart {
  readonly services: PageServices;
  readonly repository: LocalRepository;
  readonly visit: Visit;
  readonly path: string;
  readonly part: ShownPart;
}

/** The page of a file or a folder. Returns `undefined` if the repository doesn't have it. */
async function renderPart(
  options: LocalCodeHostOptions,
  { services, repository, visit, path, part: { file, commit, folder = '' } }: AskedPart,
): Promise<string | undefined> {
  const around = async (): Promise<RepositoryFrame> => {
    const project = await findProjectFor(visit, { services, repository });
    return { frame: visit.frame, canAct: visit.canAct, project };
  };
  if (typeof file === 'string') {
    const view = await describeFile(options, repository, { file, commit, path });
    return view && filePage({ ...view, ...(await around()) });
  }
  const view = typeof folder === 'string' ? await describeRepository(options, repository, { folder, path }) : undefined;
  return view && repositoryPage({ ...view, ...(await around()) });
}
