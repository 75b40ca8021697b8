import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticate, hasScope, type Principal } from '../../platform/http/index.ts';
import {
  closePullRequest,
  deleteHeadBranch,
  markReady,
  mergePullRequest,
  reopenPullRequest,
} from './change-pull-request.ts';
import {
  type LocalCodeHostOptions,
  opensPullRequest,
  opensRepository,
  pullRequestPath,
  repositoryPath,
} from './context.ts';
import { describePullRequest } from './describe-pull-request.ts';
import { describeFile, describeRepository } from './describe-repository.ts';
import { isLocalCodeHostError } from './errors.ts';
import type { LocalRepository } from './local-code-host.ts';
import { CONTENT_SECURITY_POLICY } from './pages/layout.ts';
import { type Notice, pullRequestPage } from './pages/pull-request-page.ts';
import { filePage, keyPage, messagePage, repositoryPage } from './pages/repository-page.ts';
import { findPrincipal } from './read-credential.ts';
import { findPullRequest, findRepositoryByName, type LocalPullRequest } from './store.ts';

const MAX_FORM_BYTES = 16 * 1024;

interface PullParams {
  readonly repository: string;
  readonly number: string;
  readonly token: string;
}
interface RepositoryParams {
  readonly repository: string;
  readonly token: string;
}

interface Found {
  readonly repository: LocalRepository;
  readonly pull: LocalPullRequest;
}

type Action = (options: LocalCodeHostOptions, found: Found, userName: string) => Promise<LocalPullRequest>;

const ACTIONS: ReadonlyMap<string, { readonly run: Action; readonly done: string }> = new Map([
  ['merge', { run: (options, { pull }, name) => mergePullRequest(options, pull, name), done: 'Merged.' }],
  ['close', { run: (options, { pull }, name) => closePullRequest(options, pull, name), done: 'Closed.' }],
  ['reopen', { run: (options, { pull }) => reopenPullRequest(options, pull), done: 'Open again.' }],
  ['ready', { run: (options, { pull }) => markReady(options, pull), done: 'Ready for review.' }],
  [
    'delete-branch',
    {
      run: (options, { repository, pull }) => deleteHeadBranch(options, repository, pull),
      done: 'The branch is deleted.',
    },
  ],
]);

/**
 * Pages for people. Reading needs the link alone, whose token is signed for one pull request or one repository; acting
 * needs an API key, typed into the form. There is no cookie, so no other site can make a browser act for its owner.
 */
export function registerPageRoutes(
  app: FastifyInstance,
  options: LocalCodeHostOptions,
  authenticate: Authenticate,
): void {
  const { kysely } = options.database;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );

  app.get(
    '/pulls/:repository/:number/:token',
    async (request: FastifyRequest<{ Params: PullParams; Querystring: { done?: string } }>, reply) => {
      const found = await findLinked(request.params);
      if (found === undefined) return sendMissing(reply);
      const done = ACTIONS.get(request.query.done ?? '')?.done;
      return sendPull(reply, found, done === undefined ? undefined : { tone: 'good', text: done });
    },
  );

  app.post('/pulls/:repository/:number/:token', async (request: FastifyRequest<{ Params: PullParams }>, reply) => {
    const found = await findLinked(request.params);
    if (found === undefined) return sendMissing(reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const action = ACTIONS.get(form.get('action') ?? '');
    if (action === undefined)
      return sendPull(reply.code(400), found, { tone: 'bad', text: 'There is no such action.' });
    const refusal = await refuse(request, form, found.repository);
    if ('notice' in refusal) return sendPull(reply.code(refusal.status), found, refusal.notice);
    try {
      await action.run(options, found, refusal.principal.keyName);
    } catch (error) {
      if (!isLocalCodeHostError(error)) throw error;
      return sendPull(reply.code(409), found, { tone: 'bad', text: error.message, paths: error.paths });
    }
    return reply.redirect(
      `${pullRequestPath(options, found.repository, found.pull.number)}?done=${form.get('action') ?? ''}`,
      303,
    );
  });

  app.get('/repositories/:repository', async (request: FastifyRequest<{ Params: RepositoryParams }>, reply) =>
    send(reply, keyPage(request.params.repository, false)),
  );

  app.post('/repositories/:repository', async (request: FastifyRequest<{ Params: RepositoryParams }>, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const principal = await findPrincipal(authenticate, form.get('key')?.trim());
    const repository = principal && (await findRepositoryByName(kysely, request.params.repository));
    if (
      principal === undefined ||
      repository?.organizationId !== principal.organizationId ||
      !hasScope(principal, 'repositories:read')
    ) {
      return send(reply.code(403), keyPage(request.params.repository, true));
    }
    return reply.redirect(repositoryPath(options, repository), 303);
  });

  app.get(
    '/repositories/:repository/:token',
    async (
      request: FastifyRequest<{ Params: RepositoryParams; Querystring: { folder?: unknown; file?: unknown } }>,
      reply,
    ) => {
      const repository = await findRepositoryByName(kysely, request.params.repository);
      if (repository === undefined || !opensRepository(options, repository.id, request.params.token))
        return sendMissing(reply);
      const { folder = '', file } = request.query;
      if (typeof file === 'string') {
        const view = await describeFile(options, repository, file);
        return view === undefined ? sendMissing(reply) : send(reply, filePage(view));
      }
      const view = typeof folder === 'string' ? await describeRepository(options, repository, folder) : undefined;
      return view === undefined ? sendMissing(reply) : send(reply, repositoryPage(view));
    },
  );

  async function findLinked({ repository: name, number, token }: PullParams): Promise<Found | undefined> {
    if (!/^[1-9]\d{0,8}$/.test(number)) return undefined;
    const repository = await findRepositoryByName(kysely, name);
    if (repository === undefined) return undefined;
    const key = { repositoryId: repository.id, number: Number(number) };
    const pull = opensPullRequest(options, key, token) ? await findPullRequest(kysely, key) : undefined;
    return pull && { repository, pull };
  }

  async function refuse(
    request: FastifyRequest,
    form: URLSearchParams,
    repository: LocalRepository,
  ): Promise<{ principal: Principal } | { status: number; notice: Notice }> {
    const bad = (status: number, text: string) => ({ status, notice: { tone: 'bad', text } as const });
    // A form on another site could only post a key that its author has, but nothing of ours needs to allow it.
    if (request.headers['sec-fetch-site'] === 'cross-site') return bad(403, 'The form was sent from another site.');
    const principal = await findPrincipal(authenticate, form.get('key')?.trim());
    if (principal === undefined) return bad(401, 'This API key is not valid.');
    if (principal.organizationId !== repository.organizationId) return bad(401, 'This API key is not valid.');
    if (!hasScope(principal, 'repositories:write'))
      return bad(403, `The key "${principal.keyName}" lacks the scope repositories:write.`);
    return { principal };
  }

  async function sendPull(reply: FastifyReply, found: Found, notice: Notice | undefined): Promise<FastifyReply> {
    // Read again: an action that failed may still have found the branches elsewhere.
    const pull = (await findPullRequest(kysely, found.pull)) ?? found.pull;
    return send(reply, pullRequestPage(await describePullRequest(options, { ...found, pull, notice })));
  }
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return send(
    reply.code(404),
    messagePage('Not found', 'There is nothing at this address, or the link is not complete.'),
  );
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // The address holds the token: it is told to nobody else.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}
