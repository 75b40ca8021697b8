import { queryOptions } from '@tanstack/react-query';
import type { Project } from '@docwright/sdk';
import type { Client } from '../api/create-api.ts';

/** All of them: other pages name projects, and nobody has so many that a list of names would be large. */
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
