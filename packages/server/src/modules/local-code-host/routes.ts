import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '../../platform/http/index.ts';
import type { ActOptions } from './act-on-pull-request.ts';
import { registerGitRoutes } from './git-routes.ts';
import { registerPullRequestRoutes } from './pull-request-routes.ts';
import { registerRepositoryRoutes } from './repository-routes.ts';

export interface LocalCodeHostRouteOptions extends ActOptions {
  readonly authenticate: Authenticate;
}

/** A comment of the longest kind, with every character written as three %XX. */
const MAX_FORM_BYTES = 512 * 1024;

/**
 * `/git/{name}.git/…`, `/pulls/{name}/{number}/{token}` and `/repositories/{name}[/{token}]`. Each in a scope of its own:
 * its body parsers and errors are its alone.
 */
export function registerLocalCodeHostRoutes(app: FastifyInstance, options: LocalCodeHostRouteOptions): void {
  const { authenticate } = options;
  void app.register(async (scope) => registerGitRoutes(scope, options, authenticate));
  void app.register(async (scope) => {
    const form = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const;
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body: string, done) =>
      done(null, new URLSearchParams(body)),
    );
    registerPullRequestRoutes(scope, options, authenticate);
    registerRepositoryRoutes(scope, options, authenticate);
  });
}
