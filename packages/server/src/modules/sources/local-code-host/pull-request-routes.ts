import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ActOptions, type FoundPullRequest, pullRequestActions } from './act-on-pull-request.ts';
import { checkForm, readForm } from './check-form.ts';
import { type LocalCodeHostOptions, opensPullRequest, pullRequestPath } from './context.ts';
import { describePullRequest } from './describe-pull-request.ts';
import { isLocalCodeHostError } from './errors.ts';
import { findProjectFor, openVisit, type PageServices, type Visit } from './open-visit.ts';
import { findJob, type Notice, pullRequestPage } from './pages/pull-request-page.ts';
import { sendMissing, sendPage } from './send-page.ts';
import { findPullRequest, findRepositoryAt } from './store.ts';

interface PullParams {
  readonly organization?: string;
  readonly repository: string;
  readonly number: string;
  readonly token: string;
}
type PullRoute = FastifyRequest<{ Params: PullParams; Querystring: { done?: string } }>;

/**
 * Registers `/{repository}/{number}/{token}`. Reading requires only the link, whose token is signed for this pull
 * request. Signed-in users need no valid token.
 */
export function registerPullRequestRoutes(app: FastifyInstance, options: ActOptions, services: PageServices): void {
  app.get('/:repository/:number/:token', async (request: PullRoute, reply) => {
    const found = await findNamed(options, request.params);
    const visit = await openVisit(request, services, found?.repository.organizationId);
    if (found === undefined) return sendMissing(reply, visit.frame);
    if (!isOpen(options, found, request)) {
      if (visit.reader === undefined) return sendMissing(reply, visit.frame);
      return reply.redirect(pullRequestPath(options, found.repository, found.pull.number), 302);
    }
    const done = pullRequestActions.get(request.query.done ?? '')?.done;
    const notice = done === undefined ? undefined : ({ tone: 'good', text: done } as const);
    return sendPull(options, reply, { ...found, services, visit, notice });
  });

  app.post('/:repository/:number/:token', async (request: PullRoute, reply) => {
    const found = await findNamed(options, request.params);
    const visit = await openVisit(request, services, found?.repository.organizationId);
    if (found === undefined || !isOpen(options, found, request)) return sendMissing(reply, visit.frame);
    const { organizationId } = found.repository;
    const rules = { organizationId, scope: 'repositories:write' } as const;
    const form = readForm(request);
    const text = form.get('comment') ?? '';
    const refuse = (status: number, reason: string, paths: readonly string[] = []): Promise<FastifyReply> =>
      sendPull(options, reply.code(status), {
        ...found,
        services,
        visit,
        draftComment: text,
        notice: { tone: 'bad', text: reason, paths },
      });
    const name = form.get('action') ?? '';
    const action = pullRequestActions.get(name);
    if (action === undefined) return refuse(400, 'This action does not exist.');
    const check = await checkForm(request, services, rules);
    if (check.kind === 'refused') return refuse(check.status, check.text);
    try {
      await action.run(options, { ...found, principal: check.principal, text });
    } catch (error) {
      if (!isLocalCodeHostError(error)) throw error;
      return refuse(409, error.message, error.paths);
    }
    return reply.redirect(`${pullRequestPath(options, found.repository, found.pull.number)}?done=${name}`, 303);
  });
}

async function findNamed(options: LocalCodeHostOptions, params: PullParams): Promise<FoundPullRequest | undefined> {
  const { kysely } = options.database;
  if (!/^[1-9]\d{0,8}$/.test(params.number)) return undefined;
  const repository = await findRepositoryAt(kysely, params);
  if (repository === undefined) return undefined;
  const key = { repositoryId: repository.id, number: Number(params.number) };
  const pull = await findPullRequest(kysely, key);
  return pull && { repository, pull };
}

function isOpen(options: LocalCodeHostOptions, { repository, pull }: FoundPullRequest, { params }: PullRoute): boolean {
  return opensPullRequest(options, { repository, number: pull.number }, params.token);
}

interface ShownPull extends FoundPullRequest {
  readonly services: PageServices;
  readonly visit: Visit;
  readonly notice: Notice | undefined;
  readonly draftComment?: string;
}

async function sendPull(
  options: LocalCodeHostOptions,
  reply: FastifyReply,
  { services, visit, notice, draftComment, ...found }: ShownPull,
): Promise<FastifyReply> {
  // Read again, because a failed action may still have updated the pull request from its branches.
  const pull = (await findPullRequest(options.database.kysely, found.pull)) ?? found.pull;
  const { repository } = found;
  const project = await findProjectFor(visit, { services, repository, jobProjectId: findJob(pull.body)?.projectId });
  const { frame, canAct } = visit;
  const subject = { repository, pull, frame, canAct, project, notice, draftComment };
  return sendPage(reply, frame, pullRequestPage(await describePullRequest(options, subject)));
}
