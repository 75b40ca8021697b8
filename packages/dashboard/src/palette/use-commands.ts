import type { AgentJob, Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, type NavigateOptions } from '@tanstack/react-router';
import { useCan, hasScope, useCanSeeSystem, useMe } from '../accounts/me.ts';
import { jobTitle } from '../agent-jobs/job-title.ts';
import { jobQuery } from '../agent-jobs/queries.ts';
import { useApi, useClient } from '../api/api-context.ts';
import { chooseTheme } from '../browser/theme.ts';
import { hasLiveSite } from '../project-data/live-kind.ts';
import { projectsQuery } from '../project-data/queries.ts';
import type { IconName } from '../ui/icon.tsx';
import { toWebAddress } from '../ui/split-inline.ts';
import { findCommands, readManualPages, type Command, type CommandGroup } from './find-commands.ts';
import { navigationItems } from './navigation-items.ts';

const MOST_JOBS = 5;
/** Maximum number of projects with individual pages in the list; more pages would hide the projects themselves. */
const MOST_PROJECTS_WITH_PAGES = 50;

export interface CommandsOptions {
  readonly query: string;
  readonly onShortcuts: () => void;
}

/** Returns all commands that the palette offers for a query. The service searches jobs; everything else is local. */
export function useCommands({ query, onShortcuts }: CommandsOptions): readonly CommandGroup[] {
  const navigate = useNavigate();
  const go =
    (to: NavigateOptions): Command['run'] =>
    () =>
      void navigate(to);
  const pages = usePageCommands(go);
  const actions = useActionCommands(go, onShortcuts);
  const projects = useQuery(projectsQuery(useClient())).data ?? [];
  const here = useHereCommands(projects, go);
  const jobs = useJobCommands(query, go);
  const manual = useManualCommands();
  const found = findCommands(
    [
      ...here,
      { label: 'Pages', items: pages },
      { label: 'Actions', items: actions },
      { label: 'Projects', items: listProjectCommands(projects, query, go) },
      { label: 'Manual', items: query.trim() === '' ? [] : manual },
    ],
    query,
  );
  return jobs.length === 0 ? found : [...found, { label: 'Agent jobs', items: jobs }];
}

type Go = (to: NavigateOptions) => Command['run'];

/** Returns the commands for the page's job or project, which are shown at the top. */
function useHereCommands(projects: readonly Project[], go: Go): readonly CommandGroup[] {
  const { projectId, jobId } = useParams({ strict: false });
  const canStartJobs = useCan('agent-jobs:write');
  const ids = { projectId: projectId ?? '', id: jobId ?? '' };
  const job = useQuery({ ...jobQuery(useClient(), ids), enabled: jobId !== undefined }).data;
  if (projectId === undefined) return [];
  const groups: CommandGroup[] = [];
  if (job !== undefined) groups.push({ label: 'This job', items: listJobCommands(job, go) });
  const project = projects.find(({ id }) => id === projectId);
  if (project !== undefined) {
    const start = {
      id: 'here new-job',
      label: 'New agent job',
      detail: project.name,
      icon: 'plus',
      run: go({ to: '/jobs/new', search: { project: projectId } }),
    } as const;
    const overview = {
      id: 'here project',
      label: project.name,
      detail: project.repository,
      icon: 'projects',
      run: go({ to: '/projects/$projectId', params: { projectId } }),
    } as const;
    const items = [...(jobId === undefined ? [] : [overview]), ...(canStartJobs ? [start] : [])];
    groups.push({ label: 'This project', items });
  }
  return groups;
}

function listJobCommands({ id, projectId, prLink, pullRequest }: AgentJob, go: Go): readonly Command[] {
  const params = { projectId, jobId: id };
  const tab = (label: string, icon: IconName, name: 'activity' | 'diff' | 'preview'): Command => ({
    id: `here ${name}`,
    label,
    icon,
    run: go({ to: '/jobs/$projectId/$jobId', params, search: { tab: name } }),
  });
  const url = prLink === null ? undefined : toWebAddress(prLink, location.href);
  const link: Command = {
    id: 'here pull-request',
    label: 'Open the pull request',
    detail: pullRequest === null ? undefined : `#${pullRequest.number}`,
    icon: 'external',
    run: () => void window.open(url, '_blank', 'noreferrer'),
  };
  return [
    tab('Show the activity', 'jobs', 'activity'),
    tab('Show the diff', 'file', 'diff'),
    tab('Show the preview', 'globe', 'preview'),
    ...(url === undefined ? [] : [link]),
  ];
}

function usePageCommands(go: Go): readonly Command[] {
  const { scopes, user } = useMe();
  const canSeeSystem = useCanSeeSystem();
  const pages = navigationItems
    .filter(({ scope }) => hasScope(scopes, scope))
    .map(({ to, label, icon }): Command => ({ id: to, label, icon, run: go({ to }) }));
  const settings = (['members', 'system'] as const)
    .filter((tab) => hasScope(scopes, 'members:read') && (tab !== 'system' || canSeeSystem))
    .map((tab): Command => ({
      id: `settings-${tab}`,
      label: tab === 'members' ? 'Members' : 'Installation',
      detail: 'Settings',
      icon: 'settings',
      run: go({ to: '/settings', search: { tab } }),
    }));
  const account: Command = { id: 'account', label: 'Your account', icon: 'user', run: go({ to: '/account' }) };
  return [...pages, ...settings, ...(user === null ? [] : [account])];
}

function useActionCommands(go: Go, onShortcuts: () => void): readonly Command[] {
  const canStartJobs = useCan('agent-jobs:write');
  const canAddProjects = useCan('projects:write');
  const themes = [
    ['light', 'Light appearance'],
    ['dark', 'Dark appearance'],
    ['system', 'System appearance'],
  ] as const;
  const offered: readonly (Command | false)[] = [
    canStartJobs && { id: 'new-job', label: 'New agent job', icon: 'plus', run: go({ to: '/jobs/new' }) },
    canAddProjects && { id: 'new-project', label: 'New project', icon: 'plus', run: go({ to: '/projects/new' }) },
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: 'info', run: onShortcuts },
    ...themes.map(([theme, label]): Command => ({ id: theme, label, icon: theme, run: () => chooseTheme(theme) })),
  ];
  return offered.filter((command) => command !== false);
}

const livePages = [
  { to: '/projects/$projectId/deployments', label: 'Deployments', icon: 'branch' },
  { to: '/projects/$projectId/domains', label: 'Domains', icon: 'globe' },
  { to: '/projects/$projectId/access', label: 'Access', icon: 'shield' },
  { to: '/projects/$projectId/analytics', label: 'Analytics', icon: 'chart' },
  { to: '/projects/$projectId/suggestions', label: 'Suggestions', icon: 'warning' },
  { to: '/projects/$projectId/assistant', label: 'Assistant', icon: 'spark' },
  { to: '/projects/$projectId/feedback', label: 'Feedback', icon: 'send' },
] as const;

const projectTabs = [
  ['general', 'General settings'],
  ['deployment', 'Deployment settings'],
  ['model', 'Models'],
  ['policy', 'Agent policy'],
] as const;

function listProjectCommands(projects: readonly Project[], query: string, go: Go): readonly Command[] {
  const own = projects.map(({ id, name, repository }): Command => ({
    id,
    label: name,
    detail: repository,
    icon: 'projects',
    run: go({ to: '/projects/$projectId', params: { projectId: id } }),
  }));
  if (query.trim() === '' || projects.length > MOST_PROJECTS_WITH_PAGES) return own;
  const pages = projects.flatMap((project) => {
    const params = { projectId: project.id };
    const page = (label: string, icon: IconName, to: NavigateOptions): Command => ({
      id: `${project.id} ${label}`,
      label,
      detail: project.name,
      icon,
      run: go(to),
    });
    return [
      page('Automations', 'refresh', { to: '/projects/$projectId/automations', params }),
      ...(hasLiveSite(project) ? livePages.map(({ to, label, icon }) => page(label, icon, { to, params })) : []),
      ...projectTabs.map(([tab, label]) =>
        page(label, 'settings', { to: '/projects/$projectId', params, search: { tab } }),
      ),
    ];
  });
  return [...own, ...pages];
}

function useJobCommands(query: string, go: Go): readonly Command[] {
  const client = useClient();
  const canRead = useCan('agent-jobs:read');
  const search = query.trim().slice(0, 200);
  const jobs = useQuery({
    queryKey: ['jobs', 'palette', search],
    queryFn: ({ signal }) =>
      client.listAllAgentJobs({ limit: MOST_JOBS, ...(search !== '' && { search }) }, { signal }),
    enabled: canRead,
    staleTime: 10_000,
    // Results are shown until newer ones arrive, so that the list doesn't flicker with each letter.
    placeholderData: (before) => before,
  });
  return (jobs.data?.jobs ?? []).map((job) => ({
    id: job.id,
    label: jobTitle(job),
    detail: job.pullRequest === null ? undefined : `#${job.pullRequest.number}`,
    icon: 'jobs',
    run: go({ to: '/jobs/$projectId/$jobId', params: { projectId: job.projectId, jobId: job.id } }),
  }));
}

/**
 * Returns the commands for the manual's pages. The manual may still be building, so it is polled until it is available.
 * This doesn't use the `fetch` that watches the connection, because the service itself is available in the meantime.
 */
function useManualCommands(): readonly Command[] {
  const { baseUrl } = useApi();
  const pages = useQuery({
    queryKey: ['manual-pages'],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`${baseUrl}/docs/llms.txt`, { signal });
      if (!answer.ok) throw new Error(`the manual returned status ${answer.status}`);
      return readManualPages(await answer.text());
    },
    staleTime: 600_000,
  });
  const { origin } = new URL(baseUrl);
  return (pages.data ?? []).map(({ title, path, text }) => ({
    id: path,
    label: title,
    detail: text,
    icon: 'book',
    run: () => location.assign(origin + path),
  }));
}
