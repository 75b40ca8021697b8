import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../platform/http/index.ts';
import { type ActOptions, type FoundPullRequest, pullRequestActions } from './act-on-pull-request.ts';
import { checkForm, readForm } from './check-form.ts';
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

/** `/{repository}/{number}/{token}`: reading needs the link alone, whose token is signed for this pull request. */
export function registerPullRequestRoutes(app: FastifyInstance, options: ActOptions, authenticate: Authenticate): void {
  app.get('/:repository/:number/:token', async (request: PullRoute, reply) => {
    const found = await findLinked(options, request.params);
    if (found === undefined) return sendMissing(reply);
    const done = pullRequestActions.get(request.query.done ?? '')?.done;
    return sendPull(options, reply, {
      ...found,
      notice: done === undefined ? undefined : { tone: 'good', text: done },
    });
  });

  app.post('/:repository/:number/:token', async (request: PullRoute, reply) => {
    const found = await findLinked(options, request.params);
    if (found === undefined) return sendMissing(reply);
    const form = readForm(request);
    const text = form.get('comment') ?? '';
    const refuse = (status: number, reason: string, paths: readonly string[] = []): Promise<FastifyReply> =>
      sendPull(options, reply.code(status), {
        ...found,
        draftComment: text,
        notice: { tone: 'bad', text: reason, paths },
      });
    const name = form.get('action') ?? '';
    const action = pullRequestActions.get(name);
    if (action === undefined) return refuse(400, 'There is no such action.');
    const { organizationId } = found.repository;
    const check = await checkForm(request, { authenticate, organizationId, scope: 'repositories:write' });
    if (check.kind === 'refused') return refuse(check.status, check.text);
    try {
      await action.run(options, { ...found, identity: check.principal, text });
    } catch (error) {
      if (!isLocalCodeHostError(error)) throw error;
      return refuse(409, error.message, error.paths);
    }
    return reply.redirect(`${pullRequestPath(options, found.repository, found.pull.number)}?done=${name}`, 303);
  });
}

async function findLinked(options: LocalCodeHostOptions, params: PullParams): Promise<FoundPullRequest | undefined> {
  const { kysely } = options.database;
  if (!/^[1-9]\d{0,8}$/.test(params.number)) return undefined;
  const repository = await findRepositoryAt(kysely, params);
  if (repository === undefined) return undefined;
  const key = { repositoryId: repository.id, number: Number(params.number) };
  const pull = opensPullRequest(options, key, params.token) ? await findPullRequest(kysely, key) : undefined;
  return pull && { repository, pull };
}

async function sendPull(
  options: LocalCodeHostOptions,
  reply: FastifyReply,
  found: FoundPullRequest & { readonly notice: Notice | undefined; readonly draftComment?: string },
): Promise<FastifyReply> {
  // Read again: an action that failed may still have found the branches elsewhere.
  const pull = (await findPullRequest(options.database.kysely, found.pull)) ?? found.pull;
  return sendPage(reply, pullRequestPage(await describePullRequest(options, { ...found, pull })));
}
