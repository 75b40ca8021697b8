import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { PagePolicy } from '../../building/site-rendering/index.ts';
import type { ExportJobRow } from './store.ts';

/** A bundle has no sign-in, so it contains no restricted pages. */
export function toPagePolicy(
  { exclude_restricted }: Pick<ExportJobRow, 'exclude_restricted'>,
  { exclude_orphans }: Pick<ProjectRow, 'exclude_orphans'>,
): PagePolicy {
  return { restricted: exclude_restricted ? 'exclude' : 'refuse', excludeOrphans: exclude_orphans };
}
