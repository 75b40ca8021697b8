import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LiveSite } from './find-live-site.ts';

export interface CorsDeps {
  readonly findSite: (domain: string) => Promise<LiveSite | undefined>;
  readonly originsOf: (projectId: string) => Promise<ReadonlySet<string>>;
}

/** How long browsers may cache a preflight's response. */
const maxAgeSeconds = 600;

/**
 * Allows pages of the origins in a public key of the site's project to read the responses, including errors. For other
 * origins, a preflight allows no requests, and doesn't reveal whether the site exists.
 */
export function registerCors(app: FastifyInstance, { findSite, originsOf }: CorsDeps): void {
  const allow = async (domain: string, origin: string | undefined, reply: FastifyReply): Promise<boolean> => {
    void reply.header('vary', 'Origin');
    if (origin === undefined) return false;
    const site = await findSite(domain);
    if (site === undefined || !(await originsOf(site.projectId)).has(origin)) return false;
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Retry-After, RateLimit-Policy, X-Request-Id, X-Thread-Id',
    });
    return true;
  };
  app.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    if (!url.startsWith('/discovery/') || request.method === 'OPTIONS') return;
    await allow((request.params as { domain: string }).domain, request.headers.origin, reply);
  });
  const preflight = (url: string, methods: string): void => {
    app.options<{ Params: { domain: string } }>(url, async (request, reply) => {
      if (await allow(request.params.domain, request.headers.origin, reply)) {
        void reply.headers({
          'access-control-allow-methods': methods,
          'access-control-allow-headers': 'Authorization, Content-Type',
          'access-control-max-age': String(maxAgeSeconds),
        });
      }
      return reply.code(204).send();
    });
  };
  preflight('/discovery/:version/:verb/:domain', 'POST');
  preflight('/discovery/:version/assistant/:domain/message', 'POST');
  preflight('/discovery/:version/assistant/:domain/threads/:threadId', 'GET');
}
