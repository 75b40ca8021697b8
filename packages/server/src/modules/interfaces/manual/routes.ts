import {
  BodyCache,
  HttpExchange,
  networkOfAddress,
  openAnswerSlots,
  PreparedBudget,
  SiteAnswers,
  splitTarget,
} from '@docwright/site-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock/index.ts';
import { readOrigin } from '../../../platform/http/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { SiteRenderer } from '../../building/site-rendering/index.ts';
import { buildManual, openManual } from './build-manual.ts';
import { composeFolder } from './compose-folder.ts';
import { findManual, nameManual, storeManual } from './stored-manual.ts';
import { beingBuiltPage, notBuiltPage, waitingPolicy } from './waiting-pages.ts';

export interface ManualDeps {
  /** The folder with the manual's sources. */
  readonly folder: string;
  /** The folder in which the built manual is stored between starts. */
  readonly cacheFolder: string;
  /** The service's public address, possibly below a path of a proxy. */
  readonly baseUrl: string;
  readonly renderer: Pick<SiteRenderer, 'render'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a request waits for the build before the response says that the build is in progress. Default: 4 s. */
  readonly patienceMs?: number;
}

/** Default wait. It is longer than a build takes on an idle machine, so that the first reader gets the page itself. */
const usualPatienceMs = 4_000;
const buildTimeoutMs = 120_000;
/** Time until a failed build is retried. It would likely fail again, so it isn't retried for each request. */
const retryMs = 60_000;

/**
 * Serves `/docs`: the manual of this version with the reference of its API. The first request to a new version builds
 * the manual without waiting for other work. Later starts use that build.
 */
export function registerManualRoutes(app: FastifyInstance, deps: ManualDeps): void {
  const { baseUrl, clock } = deps;
  const path = new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '').replace(/^\/$/, '');
  const basePath = `${path}/docs`;
  const findAnswers = createFindAnswers(deps, basePath);
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const answers = await findAnswers();
    if (typeof answers === 'string') return sendWaiting(request, reply, answers);
    void reply.hijack();
    const exchange = new HttpExchange(request.raw, reply.raw, silent, clock.monotonicMs());
    exchange.network = networkOfAddress(readOrigin(request).address);
    const { pathname, query } = splitTarget(request.raw.url ?? '');
    if (!answers.answer(path + pathname, query, exchange)) answers.answerMissing(exchange);
    return reply;
  };
  app.get('/docs', serve);
  app.get('/docs/*', serve);
  app.get('/reference', async (_request, reply) => reply.redirect(`${basePath}/api/introduction`, 302));
}

const silent = { answered: () => undefined, failed: () => undefined };

function sendWaiting(request: FastifyRequest, reply: FastifyReply, state: 'building' | 'failed'): FastifyReply {
  // A browser would report 503 as an error in its console. Programs can't use a waiting page, so they get 503.
  const isForPeople = state === 'building' && request.headers.accept?.includes('text/html') === true;
  return reply
    .code(isForPeople ? 202 : 503)
    .headers({
      'cache-control': 'no-store',
      'retry-after': state === 'building' ? '2' : '60',
      'content-security-policy': waitingPolicy,
    })
    .type('text/html; charset=utf-8')
    .send(state === 'building' ? beingBuiltPage : notBuiltPage);
}

function createFindAnswers(deps: ManualDeps, basePath: string) {
  const { folder, cacheFolder, baseUrl, renderer, clock, log, patienceMs = usualPatienceMs } = deps;
  let building: Promise<SiteAnswers | 'failed'> | undefined;
  let failedAt: number | undefined;
  const build = async (): Promise<SiteAnswers | 'failed'> => {
    try {
      const composed = await composeFolder(folder, baseUrl);
      if (composed === undefined) return 'failed';
      const name = nameManual(composed, basePath);
      const stored = await findManual(cacheFolder, name);
      const signal = AbortSignal.timeout(buildTimeoutMs);
      const built = stored ?? (await buildManual(renderer, { folder: composed, basePath, signal }));
      if (stored === undefined)
        await storeManual(cacheFolder, name, built).catch((error: unknown) =>
          log.warn({ err: error }, 'the built manual could not be stored'),
        );
      return new SiteAnswers(openManual(built), new BodyCache(8_000_000), {
        policyMode: 'enforce',
        allowedSources: [],
        prepared: new PreparedBudget(1_000),
        site: 'manual',
        slots: openAnswerSlots(),
      });
    } catch (error) {
      log.error({ err: error }, 'the manual could not be built');
      failedAt = clock.monotonicMs();
      return 'failed';
    }
  };
  return async (): Promise<SiteAnswers | 'building' | 'failed'> => {
    if (failedAt !== undefined && clock.monotonicMs() - failedAt > retryMs) {
      building = undefined;
      failedAt = undefined;
    }
    building ??= build();
    const patience = Promise.withResolvers<'building'>();
    const timer = setTimeout(() => patience.resolve('building'), patienceMs);
    try {
      return await Promise.race([building, patience.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
