import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '../../platform/http/index.ts';
import type { LocalCodeHostOptions } from './context.ts';
import { registerGitRoutes } from './git-routes.ts';
import { registerPageRoutes } from './page-routes.ts';

export interface LocalCodeHostRouteOptions extends LocalCodeHostOptions {
  readonly authenticate: Authenticate;
}

/**
 * `/git/{name}.git/…`, `/pulls/{name}/{number}/{token}` and `/repositories/{name}[/{token}]`. Both in a scope of their own:
 * their body parsers and errors are theirs alone.
 */
export function registerLocalCodeHostRoutes(app: FastifyInstance, options: LocalCodeHostRouteOptions): void {
  void app.register(async (scope) => registerGitRoutes(scope, options, options.authenticate));
  void app.register(async (scope) => registerPageRoutes(scope, options, options.authenticate));
}
