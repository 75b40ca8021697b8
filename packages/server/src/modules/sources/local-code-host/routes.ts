import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../platform/http/index.ts';
import type { ActOptions } from './act-on-pull-request.ts';
import type { PageServices } from './open-visit.ts';
import { registerGitRoutes } from './git-routes.ts';
import { registerPullRequestRoutes } from './pull-request-routes.ts';
import { registerRepositoryRoutes } from './repository-routes.ts';

export interface LocalCodeHostRouteOptions extends ActOptions {
  readonly pages: Omit<PageServices, 'baseUrl'>;
}

/** Enough for a comment of the maximum length in which every character is encoded as three %XX. */
const MAX_FORM_BYTES = 512 * 1024;

/**
 * Repositories of the operator's organization have no owner segment. Repositories of other organizations are below the
 * organization's slug.
 */
const owners = ['', '/@:organization'] as const;

/**
 * Registers `/git/{name}.git/…`, `/pulls/{name}/{number}/{token}` and `/repositories/{name}[/{token}]`, each also with
 * `@{slug}/` before the name. Each has a separate plugin scope for its body parsers and errors.
 */
export function registerLocalCodeHostRoutes(app: FastifyInstance, options: LocalCodeHostRouteOptions): void {
  // A getter, because the address is known only when the server listens.
  const services: PageServices = {
    ...options.pages,
    get baseUrl() {
      return options.baseUrl;
    },
  };
  for (const owner of owners) {
    void app.register(async (scope) => registerGitRoutes(scope, options, services.byKey), {
      prefix: `/git${owner}`,
    });
  }
  void app.register(async (scope) => {
    const form = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const;
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, async (_request: unknown, body: string) =>
      readFields(body),
    );
    for (const owner of owners) {
      void scope.register(async (pulls) => registerPullRequestRoutes(pulls, options, services), {
        prefix: `/pulls${owner}`,
      });
      void scope.register(async (pages) => registerRepositoryRoutes(pages, options, services), {
        prefix: `/repositories${owner}`,
      });
    }
  });
}

/** Decodes the fields. Invalid UTF-8, which browsers never send, would be decoded as U+FFFD. */
function readFields(body: string): URLSearchParams {
  try {
    decodeURIComponent(body);
  } catch (cause) {
    const message = 'must be UTF-8, with each non-ASCII byte written as %XX';
    throw new ApiError('invalid_request', `The form ${message}.`, { cause, details: [{ path: '/', message }] });
  }
  return new URLSearchParams(body);
}
