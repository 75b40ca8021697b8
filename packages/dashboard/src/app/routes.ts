import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { DocwrightError } from '@docwright/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../accounts/me.ts';
import type { PreviewRequest } from '../accounts/session-endpoints.ts';
import { chooseOrganization, organizationChoice } from '../accounts/organization-choice.ts';
import type { JobFilters } from '../agent-jobs/queries.ts';
import type { Api } from '../api/create-api.ts';
import type { AuditFilters } from '../audit-log/queries.ts';
import type { ExportFilters } from '../exports/queries.ts';
import type { DeploymentFilters } from '../deployments/queries.ts';
import { isSignedOut } from '../api/session-gate.ts';
import { readEditorSearch } from './editor-search.ts';
import { FailedPage, MissingAddress, MissingPage, PendingPage } from './page-states.tsx';
import { Root } from './root.tsx';
import { oneOf, text } from './search-params.ts';
import { Shell } from './shell.tsx';

export interface RouterContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
}

interface ExportSearch {
  readonly tab?: 'issues' | 'preview' | 'compare' | undefined;
  /** The export to compare with. */
  readonly with?: string | undefined;
}

interface PageSearch {
  /** Path of the page on the live site: `/guides/keys`. */
  readonly path?: string | undefined;
  /** First and last day, in UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The parameters that the edge sends. */
type OpenPreviewSearch = { readonly [K in keyof PreviewRequest]?: string | undefined };

interface SignInSearch {
  /** Page to open after signing in. */
  readonly next?: string | undefined;
  /** The email address that the linking page expects. */
  readonly email?: string | undefined;
  /** The error code if signing in with the identity provider failed. */
  readonly error?: string | undefined;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: MissingAddress });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): SignInSearch => ({
    next: text(search['next']),
    email: text(search['email']),
    error: text(search['error']),
  }),
  component: lazyRouteComponent(() => import('../accounts/sign-in-page.tsx')),
});

const signInReplaced = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-replaced',
  validateSearch: (search): Pick<SignInSearch, 'next'> => ({ next: text(search['next']) }),
  component: lazyRouteComponent(() => import('../accounts/sign-in-replaced-page.tsx')),
});

/** Reads the token from the address of a page that was opened from a shared link. */
const tokenSearch = (search: Record<string, unknown>): { readonly token?: string | undefined } => ({
  token: text(search['token']),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('../accounts/setup-page.tsx')),
});

const accept = createRoute({
  getParentRoute: () => root,
  path: '/accept',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('../accounts/accept-page.tsx')),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../accounts/forgot-page.tsx')),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('../accounts/reset-page.tsx')),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('../accounts/confirm-email-page.tsx')),
});

/** Loads the user. A remembered organization may no longer exist, or the signed-in user may not belong to it. */
async function ensureMe(api: Api, queryClient: QueryClient): Promise<void> {
  try {
    await queryClient.ensureQueryData(meQuery(api.bareClient));
  } catch (error) {
    if (!isGone(error) || organizationChoice.get() === undefined) throw error;
    chooseOrganization(undefined);
    await queryClient.ensureQueryData(meQuery(api.bareClient));
  }
}

const isGone = (error: unknown): boolean => error instanceof DocwrightError && error.status === 404;

/** The organization in a link sent by email, so that members of several organizations see the right organization. */
const organizationParameter = 'organization';

/** All pages that need a session. Users without a session sign in first and then return to the page. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    const linked = new URLSearchParams(location.searchStr).get(organizationParameter);
    if (linked !== null && linked !== organizationChoice.get()) {
      chooseOrganization(linked);
      queryClient.clear();
    }
    try {
      await ensureMe(api, queryClient);
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
    throw redirect({ to: '/overview', replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/overview',
  component: lazyRouteComponent(() => import('../overview/overview-page.tsx')),
});

const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  validateSearch: (search): JobFilters => ({
    project: text(search['project']),
    status: oneOf(['active', 'completed', 'failed', 'archived'], search['status']),
    pullRequest: oneOf(['open', 'merged', 'closed'], search['pullRequest']),
    search: text(search['search'])?.slice(0, 200),
  }),
  component: lazyRouteComponent(() => import('../agent-jobs/jobs-page.tsx')),
});

const newJob = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs/new',
  validateSearch: (search): { readonly project?: string | undefined } => ({ project: text(search['project']) }),
  component: lazyRouteComponent(() => import('../agent-jobs/new-job-page.tsx')),
});

const job = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs/$projectId/$jobId',
  validateSearch: (search): { readonly tab?: 'activity' | 'diff' | 'preview' | undefined } => ({
    tab: oneOf(['activity', 'diff', 'preview'], search['tab']),
  }),
  component: lazyRouteComponent(() => import('../agent-jobs/job-page.tsx')),
});

const exports = createRoute({
  getParentRoute: () => signedIn,
  path: '/exports',
  validateSearch: (search): ExportFilters => ({
    project: text(search['project']),
    status: oneOf(['queued', 'running', 'completed', 'failed'], search['status']),
  }),
  component: lazyRouteComponent(() => import('../exports/exports-page.tsx')),
});

const exportJob = createRoute({
  getParentRoute: () => signedIn,
  path: '/exports/$jobId',
  validateSearch: (search): ExportSearch => ({
    tab: oneOf(['issues', 'preview', 'compare'], search['tab']),
    with: text(search['with']),
  }),
  component: lazyRouteComponent(() => import('../exports/export-page.tsx')),
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/keys',
  component: lazyRouteComponent(() => import('../api-keys/keys-page.tsx')),
});

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  component: lazyRouteComponent(() => import('../projects/projects-page.tsx')),
});

const newProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/new',
  validateSearch: (search): { readonly repository?: string | undefined } => ({
    repository: text(search['repository'])?.slice(0, 500),
  }),
  component: lazyRouteComponent(() => import('../projects/new-project-page.tsx')),
});

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  validateSearch: (
    search,
  ): { readonly tab?: 'overview' | 'general' | 'deployment' | 'model' | 'policy' | undefined } => ({
    tab: oneOf(['overview', 'general', 'deployment', 'model', 'policy'], search['tab']),
  }),
  component: lazyRouteComponent(() => import('../projects/project-page.tsx')),
});

const openEditor = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/editor',
  component: lazyRouteComponent(() => import('../editor/open-editor-page.tsx')),
});

const editor = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/editor/$branch/$',
  validateSearch: readEditorSearch,
  component: lazyRouteComponent(() => import('../editor/editor-page.tsx')),
});

const openThread = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/comments/$threadId',
  component: lazyRouteComponent(() => import('../editor/open-thread-page.tsx')),
});

const deployments = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/deployments',
  validateSearch: (search): DeploymentFilters => ({
    environment: oneOf(['production', 'preview'], search['environment']),
    skipped: search['skipped'] === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('../deployments/deployments-page.tsx')),
});

const deployment = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/deployments/$deploymentId',
  validateSearch: (search): { readonly tab?: 'log' | 'issues' | 'files' | undefined } => ({
    tab: oneOf(['log', 'issues', 'files'], search['tab']),
  }),
  component: lazyRouteComponent(() => import('../deployments/deployment-page.tsx')),
});

const domains = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/domains',
  component: lazyRouteComponent(() => import('../domains/domains-page.tsx')),
});

const access = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/access',
  component: lazyRouteComponent(() => import('../access/access-page.tsx')),
});

const analytics = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/analytics',
  component: lazyRouteComponent(() => import('../analytics/analytics-page.tsx')),
});

const analyticsOfPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/analytics/page',
  validateSearch: (search): PageSearch => ({
    path: text(search['path']),
    from: text(search['from']),
    to: text(search['to']),
  }),
  component: lazyRouteComponent(() => import('../analytics/page-details-page.tsx')),
});

const feedback = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/feedback',
  component: lazyRouteComponent(() => import('../feedback/feedback-page.tsx')),
});

const automations = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/automations',
  component: lazyRouteComponent(() => import('../automations/automations-page.tsx')),
});

const automation = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/automations/$automationId',
  component: lazyRouteComponent(() => import('../automations/automation-page.tsx')),
});

const suggestions = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/suggestions',
  component: lazyRouteComponent(() => import('../suggestions/suggestions-page.tsx')),
});

const assistant = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/assistant',
  validateSearch: (search): { readonly tab?: 'settings' | 'playground' | 'conversations' | undefined } => ({
    tab: oneOf(['settings', 'playground', 'conversations'], search['tab']),
  }),
  component: lazyRouteComponent(() => import('../assistant/assistant-page.tsx')),
});

/** The page to which an edge redirects members who want to read a preview or a protected site. */
const openPreview = createRoute({
  getParentRoute: () => signedIn,
  path: '/open-preview',
  validateSearch: (search): OpenPreviewSearch => ({
    site: text(search['site']),
    challenge: text(search['challenge']),
    to: text(search['to']),
    base: text(search['base']),
  }),
  component: lazyRouteComponent(() => import('../deployments/open-preview-page.tsx')),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../webhooks/webhooks-page.tsx')),
});

const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/$endpointId',
  component: lazyRouteComponent(() => import('../webhooks/webhook-page.tsx')),
});

const codeHosts = createRoute({
  getParentRoute: () => signedIn,
  path: '/code-hosts',
  component: lazyRouteComponent(() => import('../code-hosts/code-hosts-page.tsx')),
});

/** The page to which GitHub redirects after an App has been created. */
const gitHubApp = createRoute({
  getParentRoute: () => signedIn,
  path: '/code-hosts/github-app',
  validateSearch: (search): { readonly code?: string | undefined; readonly state?: string | undefined } => ({
    code: text(search['code']),
    state: text(search['state']),
  }),
  component: lazyRouteComponent(() => import('../code-hosts/github-app-page.tsx')),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: (search): AuditFilters => ({
    actor: text(search['actor']),
    action: text(search['action']),
    target: text(search['target']),
    result: oneOf(['success', 'refused'], search['result']),
    from: text(search['from']),
    to: text(search['to']),
  }),
  component: lazyRouteComponent(() => import('../audit-log/audit-page.tsx')),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  validateSearch: (
    search,
  ): { readonly tab?: 'organization' | 'models' | 'members' | 'usage' | 'system' | undefined } => ({
    tab: oneOf(['organization', 'models', 'members', 'usage', 'system'], search['tab']),
  }),
  component: lazyRouteComponent(() => import('../settings/settings-page.tsx')),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  validateSearch: (search): { readonly tab?: 'account' | 'notifications' | undefined } => ({
    tab: oneOf(['account', 'notifications'], search['tab']),
  }),
  component: lazyRouteComponent(() => import('../settings/account-page.tsx')),
});

export const routeTree = root.addChildren([
  signIn,
  signInReplaced,
  setup,
  accept,
  forgot,
  reset,
  confirmEmail,
  signedIn.addChildren([
    start,
    overview,
    jobs,
    newJob,
    job,
    exports,
    exportJob,
    projects,
    newProject,
    project,
    openEditor,
    editor,
    openThread,
    deployments,
    deployment,
    domains,
    access,
    analytics,
    analyticsOfPage,
    feedback,
    automations,
    automation,
    suggestions,
    assistant,
    openPreview,
    keys,
    webhooks,
    webhook,
    codeHosts,
    gitHubApp,
    audit,
    settings,
    account,
  ]),
]);

export const defaultStates = {
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: MissingPage,
} as const;
