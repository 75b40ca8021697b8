import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOfAddress, type Owners } from '@docwright/site-server';
import { requireSameSite } from '../../../../platform/http/index.ts';
import type { AccountContext } from '../context.ts';
import { foldEmail } from '../email/email.ts';
import { registerEmailRoutes } from '../email/email-routes.ts';
import { registerLinkRoutes } from '../links/link-routes.ts';
import { registerOidcRoutes } from './oidc-routes.ts';
import { registerPasswordRoutes } from './password-routes.ts';
import { requirePasswordSignIn } from './require-password-sign-in.ts';
import { registerSecondFactorRoutes } from '../second-factor/second-factor-routes.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { registerSignInRoutes } from './sign-in-routes.ts';

/**
 * Registers the session endpoints, which cover everything about signing in with a browser. Changes are accepted only
 * from the service's own pages, even without a session, because another site's page must not sign in its visitor as
 * someone else.
 */
export function registerAuthRoutes(app: FastifyInstance, context: AccountContext): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        requireSameSite(request.headers, context.settings.baseUrl);
    });
    // Password hashing in a handler counts toward its client's share and, if the handler names an account, the
    // account's share.
    scope.addHook('preHandler', (request, _reply, done) => context.passwords.as(ownersOf(request), done));
    registerSignInRoutes(scope, context);
    registerOidcRoutes(scope, context);
    registerLinkRoutes(scope, context);
    registerSessionRoutes(scope, context);
    void scope.register(async (byPassword) => {
      byPassword.addHook('onRequest', async () => requirePasswordSignIn(context));
      registerEmailRoutes(byPassword, context);
      registerPasswordRoutes(byPassword, context);
      registerSecondFactorRoutes(byPassword, context);
    });
  });
}

function ownersOf({ ip, body }: FastifyRequest): Owners {
  const network = networkOfAddress(ip);
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' ? [network, `account ${foldEmail(email)}`] : [network];
}
