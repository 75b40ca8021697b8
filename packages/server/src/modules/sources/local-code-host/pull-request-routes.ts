import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ActOptions, type FoundPullRequest, pullRequestActions } from './act-on-pull-request.ts';
import { checkForm, findVisitor, type PageAuthentication, readForm } from './check-form.ts';
import { type LocalCodeHostOptions, opensPullRequest, pullRequestPath } from './context.ts';
import { describePullRequest } from './describe-pull-request.ts';
import { isLocalCodeHostError } from './errors.ts';
import { type Notice, pullRequestPage } from './pages/pull-request-page.ts';
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
 * `/{repository}/{number}/{token}`: reading requires only the link, whose token is signed for this pull request.
 * Signed-in users need no valid token.
 */
export function registerPullRequestRoutes(
  app: FastifyInstance,
  options: ActOptions,
  authentication: PageAuthentication,
): void {
  app.get('/:repository/:number/:token', async (request: PullRoute, reply) => {
    const found = await findNamed(options, request.params);
    if (found === undefined) return sendMissing(reply);
    const { organizationId } = found.repository;
    if (!isOpen(options, found, request)) {
      const reader = await findVisitor(request, authentication, { organizationId, scope: 'repositories:read' });
      if (reader === undefined) return sendMissing(reply);
      return reply.redirect(pullRequestPath(options, found.repository, found.pull.number), 302);
    }
    const visitor = await findVisitor(request, authentication, { organizationId, scope: 'repositories:write' });
    const done = pullRequestActions.get(request.query.done ?? '')?.done;
    return sendPull(options, reply, {
      ...found,
      visitor: visitor?.actor.name,
      notice: done === undefined ? undefined : { tone: 'good', text: done },
    });
  });

  app.post('/:repository/:number/:token', async (request: PullRoute, reply) => {
    const found = await findNamed(options, request.params);
    if (found === undefined || !isOpen(options, found, request)) return sendMissing(reply);
    const { organizationId } = found.repository;
    const rules = { organizationId, scope: 'repositories:write' } as const;
    const visitor = await findVisitor(request, authentication, rules);
    const form = readForm(request);
    const text = form.get('comment') ?? '';
    const refuse = (status: number, reason: string, paths: readonly string[] = []): Promise<FastifyReply> =>
      sendPull(options, reply.code(status), {
        ...found,
        visitor: visitor?.actor.name,
        draftComment: text,
        notice: { tone: 'bad', text: reason, paths },
      });
    const name = form.get('action') ?? '';
    const action = pullRequestActions.get(name);
    if (action === undefined) return refuse(400, 'This action does not exist.');
    const check = await checkForm(request, authentication, rules);
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

async function sendPull(
  options: LocalCodeHostOptions,
  reply: FastifyReply,
  found: FoundPullRequest & {
    readonly visitor: string | undefined;
    readonly notice: Notice | undefined;
    readonly draftComment?: string;
  },
): Promise<FastifyReply> {
  // Read again: a failed action may still have updated the pull request from its branches.
  const pull = (await findPullRequest(options.database.kysely, found.pull)) ?? found.pull;
  return sendPage(reply, pullRequestPage(await describePullRequest(options, { ...found, pull })));
}
