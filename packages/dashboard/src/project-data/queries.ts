import { queryOptions } from '@tanstack/react-query';
import type { Project, SiteSummary } from '@docwright/sdk';
import type { Client } from '../api/create-api.ts';

/** Loads all projects, because other pages show their names and the list is small. */
export const projectsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['projects'],
    queryFn: ({ signal }) => collectProjects(client, signal),
    staleTime: 30_000,
  });

export const projectQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId],
    queryFn: ({ signal }) => client.getProject({ projectId }, { signal }),
  });

/** Polling interval of live sites, because pushes deploy them without the dashboard's involvement. */
const SITES_EVERY_MS = 15_000;

/** Requests live sites, by project ID. */
export const sitesQuery = (client: Client) =>
  queryOptions({
    queryKey: ['sites'],
    queryFn: ({ signal }) => collectSites(client, signal),
    refetchInterval: SITES_EVERY_MS,
  });

async function collectSites(client: Client, signal: AbortSignal): Promise<ReadonlyMap<string, SiteSummary>> {
  const sites = new Map<string, SiteSummary>();
  let cursor: string | undefined;
  do {
    const page = await client.listSites({ limit: 100, cursor }, { signal });
    for (const site of page.sites) sites.set(site.projectId, site);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return sites;
}

async function collectProjects(client: Client, signal: AbortSignal): Promise<Project[]> {
  const projects: Project[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listProjects({ limit: 100, cursor }, { signal });
    projects.push(...page.projects);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return projects;
}
