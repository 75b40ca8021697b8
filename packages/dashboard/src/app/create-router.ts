import { createRouter } from '@tanstack/react-router';
import { defaultStates, routeTree, type RouterContext } from './routes.ts';

/** @param basePath the dashboard's path on the host: `/dashboard/` */
export function createDashboardRouter(context: RouterContext, basePath: string) {
  return createRouter({
    routeTree,
    context,
    basepath: basePath,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    ...defaultStates,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
  interface HistoryState {
    /**
     * A prompt that a page suggests for a new job. Not part of the address, so that external links can't suggest a
     * prompt.
     */
    prompt?: string;
  }
}
