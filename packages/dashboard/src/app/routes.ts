import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../accounts/me.ts';
import type { JobFilters } from '../agent-jobs/queries.ts';
import type { Api } from '../api/create-api.ts';
import { isSignedOut } from '../api/session-gate.ts';
import { FailedPage, MissingPage, PendingPage } from './page-states.tsx';
import { Root } from './root.tsx';
import { oneOf, text } from './search-params.ts';
import { Shell } from './shell.tsx';

export interface RouterContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: MissingPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { readonly next?: string | undefined } => ({ next: text(search['next']) }),
  component: lazyRouteComponent(() => import('../accounts/sign-in-page.tsx')),
});

/** Everything that needs a session. Who has none is asked to sign in, and comes back to where they wanted to go. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    try {
      await queryClient.ensureQueryData(meQuery(api.bareClient));
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { next: location.publicHref } });
      throw error;
    }
  },
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/jobs', replace: true });
  },
});

const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  validateSearch: (search): JobFilters => ({
    project: text(search['project']),
    status: oneOf(['active', 'completed', 'failed', 'archived'], search['status']),
    search: text(search['search'])?.slice(0, 200),
  }),
  component: lazyRouteComponent(() => import('../agent-jobs/jobs-page.tsx')),
});

export const routeTree = root.addChildren([signIn, signedIn.addChildren([start, jobs])]);

export const defaultStates = {
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: MissingPage,
} as const;
