import { requireUnbound, type Principal } from '../../../platform/http/index.ts';
import type { ProjectRow } from './store.ts';

/** The fields that determine a project's files. The other settings determine how these files are edited and shown. */
export type ProjectReach = Pick<ProjectRow, 'repository' | 'branch' | 'docs_folder'> & {
  readonly domains: readonly string[];
};

/**
 * Limits a key that is bound to a project to the project's current files and domains: the key can't point the project
 * to other files or add domains.
 * @throws ApiError `insufficient_scope`
 */
export function requireWithinBinding(
  principal: Principal,
  project: Pick<ProjectRow, 'id' | 'name'>,
  change: { readonly before: ProjectReach; readonly after: ProjectReach },
): void {
  const reached = findReach(change.before, change.after);
  if (reached === undefined) return;
  requireUnbound(principal, `let the project use ${reached}`, {
    action: 'project.updated',
    target: { kind: 'project', id: project.id, name: project.name },
  });
}

/** Describes what the project would be able to access after the change, but can't access now. */
export function findReach(before: ProjectReach, after: ProjectReach): string | undefined {
  if (after.repository !== before.repository) return 'another repository';
  if (after.branch !== before.branch) return `the branch "${after.branch}"`;
  if (!isIn(after.docs_folder, before.docs_folder)) return `the folder "${after.docs_folder}"`;
  const domain = after.domains.find((one) => !before.domains.includes(one));
  return domain === undefined ? undefined : `the domain "${domain}"`;
}

/** Whether a path of the repository is the folder or inside it; `''` is the root. */
export const isIn = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
