import type { Project } from '@docwright/sdk';

/** Finds the projects whose name or repository contains every word of the query, ignoring case. */
export function findProjects<P extends Pick<Project, 'name' | 'repository'>>(
  projects: readonly P[],
  query: string,
): readonly P[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return projects.filter(({ name, repository }) => {
    const text = `${name} ${repository}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
