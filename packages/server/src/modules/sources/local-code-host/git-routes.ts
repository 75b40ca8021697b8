import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { FairSlots, networkOfAddress, SiteError } from '@docwright/site-server';
import { isConnectionLost } from '../../../platform/database/index.ts';
import {
  accessCheckMs,
  type Authenticate,
  hasScope,
  type Principal,
  readOrigin,
  toApiError,
} from '../../../platform/http/index.ts';
import { gitDirOf, type LocalCodeHostOptions } from './context.ts';
import { GitRefusal } from './git-refusal.ts';
import type { LocalRepository } from './local-code-host.ts';
import { findPrincipal, readKey } from './read-credential.ts';
import { receivePush } from './receive-push.ts';
import { advertiseRefs, type GitService, isGitService, type ServeRequest, serveUpload } from './serve-git.ts';
import { findRepositoryAt } from './store.ts';

interface GitParams {
  readonly organization?: string;
  readonly repository: string;
}
type GitRequest = FastifyRequest<{ Params: GitParams; Querystring: { service?: unknown } }>;

/**
 * Maximum number of git processes that requests run concurrently. One organization or client address can use at most
 * half of them.
 */
const gitProcesses = 16;
const gitWaiting = 64;
const retrySeconds = 5;

interface GitRoutes {
  readonly options: LocalCodeHostOptions;
  readonly authenticate: Authenticate;
}

/**
 * Registers `/{name}.git` below the address of an organization's repositories, for clones, fetches and pushes with an
 * API key.
 */
export function registerGitRoutes(
  app: FastifyInstance,
  options: LocalCodeHostOptions,
  authenticate: Authenticate,
): void {
  const slots = new FairSlots(gitProcesses, gitWaiting);
  // The body is passed to git unchanged.
  app.addContentTypeParser(/^application\/x-git-/, (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof GitRefusal)
      return reply
        .code(error.status)
        .headers(error.headers)
        .type('text/plain; charset=utf-8')
        .send(`${error.message}\n`);
    const answer = toApiError(error, isConnectionLost);
    if (answer.status >= 500) request.log.error({ err: answer.cause ?? answer }, 'git request failed');
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .type('text/plain; charset=utf-8')
      .send(`${answer.message}\n`);
  });

  app.get('/:repository', (request: GitRequest, reply) => {
    const { organization, repository } = request.params;
    const owner = organization === undefined ? '' : `@${encodeURIComponent(organization)}/`;
    return reply.redirect(`/repositories/${owner}${encodeURIComponent(repository.replace(/\.git$/, ''))}`, 302);
  });

  app.get('/:repository/info/refs', async (request: GitRequest, reply) => {
    const { service } = request.query;
    // Without the parameter, the request is for the "dumb" protocol, which serves files and isn't supported.
    if (!isGitService(service))
      throw new GitRefusal(403, 'Only the smart HTTP protocol is served: use git 1.6.6 or newer.');
    const { repository, principal } = await requireRepository({ options, authenticate }, request, service);
    await enter(slots, principal, reply);
    answerHeaders(reply, `application/x-${service}-advertisement`);
    return reply.send(advertiseRefs(toServe({ options, authenticate }, { request, reply }, { repository, service })));
  });

  for (const service of ['git-upload-pack', 'git-receive-pack'] as const) {
    app.post(`/:repository/${service}`, { config: { slowBody: true } }, async (request: GitRequest, reply) => {
      const { repository, principal } = await requireRepository({ options, authenticate }, request, service);
      if (request.headers['content-type'] !== `application/x-${service}-request`) {
        throw new GitRefusal(415, `The content type must be application/x-${service}-request.`);
      }
      const encoding = request.headers['content-encoding'] ?? 'identity';
      if (!['gzip', 'x-gzip', 'identity'].includes(encoding))
        throw new GitRefusal(415, 'The content encoding must be gzip or identity.');
      const upload = { body: request.body as IncomingMessage, isGzipped: encoding !== 'identity' };
      await enter(slots, principal, reply);
      const serve = toServe({ options, authenticate }, { request, reply }, { repository, service });
      answerHeaders(reply, `application/x-${service}-result`);
      if (service === 'git-upload-pack') {
        return reply.send(serveUpload(serve, upload).answer);
      }
      const received = await receivePush(options, { repository, author: principal, request: serve, upload });
      if (received === undefined) throw new GitRefusal(400, 'The body is not a push in the Git protocol.');
      received.ended.catch((error: unknown) => request.log.error({ err: error }, 'a push could not be recorded'));
      return reply.send(received.answer);
    });
  }
}

/** Checks the key first, so that a caller without a key can't find out which repositories exist. */
async function requireRepository(
  { options, authenticate }: GitRoutes,
  request: GitRequest,
  service: GitService,
): Promise<{ readonly repository: LocalRepository; readonly principal: Principal }> {
  const principal = await findPrincipal(authenticate, readKey(request.headers.authorization));
  if (principal === undefined) {
    throw new GitRefusal(401, 'A valid API key is required: use it as the password, with any user name.', {
      'www-authenticate': 'Basic realm="Docwright", charset="UTF-8"',
    });
  }
  const { organization, repository: name } = request.params;
  const repository = await findRepositoryAt(options.database.kysely, {
    organization,
    repository: name.replace(/\.git$/, ''),
  });
  if (repository?.organizationId !== principal.organizationId) {
    throw new GitRefusal(404, missingRepository(name, service));
  }
  const scope = service === 'git-receive-pack' ? 'repositories:write' : 'repositories:read';
  if (!hasScope(principal, scope)) {
    throw new GitRefusal(403, `The key "${principal.actor.name}" lacks the scope ${scope}.`);
  }
  return { repository, principal: { ...principal, origin: readOrigin(request) } };
}

/** Returns the response for a missing repository, which git shows to its user. */
function missingRepository(address: string, service: GitService): string {
  const name = address.replace(/\.git$/, '').slice(0, 100);
  const missing = `Your organization has no repository named ${JSON.stringify(name)}.`;
  return service === 'git-receive-pack'
    ? `${missing} Create it first: docwright repositories create ${/^[\w.-]+$/.test(name) ? name : 'NAME'}`
    : `${missing} "docwright repositories list" shows those that exist.`;
}

/**
 * Waits until the caller's share of git processes has a free slot. The slot is released when the response has ended.
 */
async function enter(slots: FairSlots, principal: Principal, reply: FastifyReply): Promise<void> {
  const owners = [principal.organizationId, networkOfAddress(principal.origin.address)];
  const disconnected = new AbortController();
  if (reply.raw.destroyed) disconnected.abort();
  const hangUp = () => disconnected.abort();
  reply.raw.once('close', hangUp);
  try {
    await slots.enter(owners, disconnected.signal);
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    throw new GitRefusal(503, 'Too many Git requests from this organization or address are running. Try again later.', {
      'retry-after': String(retrySeconds),
    });
  } finally {
    reply.raw.off('close', hangUp);
  }
  reply.raw.once('close', () => slots.leave(owners));
}

interface Served {
  readonly repository: LocalRepository;
  readonly service: GitService;
}

function toServe(
  { options, authenticate }: GitRoutes,
  exchange: { request: GitRequest; reply: FastifyReply },
  { repository, service }: Served,
): ServeRequest {
  const { request, reply } = exchange;
  const disconnected = new AbortController();
  // Transferring a large repository takes minutes, so the transfer ends if the access is revoked.
  const watch = setInterval(() => {
    requireRepository({ options, authenticate }, request, service).catch((error: unknown) => {
      if (error instanceof GitRefusal) disconnected.abort();
    });
  }, accessCheckMs);
  reply.raw.once('close', () => {
    clearInterval(watch);
    if (!reply.raw.writableFinished) disconnected.abort();
  });
  const protocol = request.headers['git-protocol'];
  return {
    git: options.git,
    gitDir: gitDirOf(options, repository.id),
    service,
    settings: options.settings,
    protocol: typeof protocol === 'string' ? protocol : undefined,
    signal: disconnected.signal,
    denyNonFastForwards: false,
  };
}

function answerHeaders(reply: FastifyReply, type: string): void {
  void reply.type(type).header('cache-control', 'no-cache, max-age=0, must-revalidate');
}
