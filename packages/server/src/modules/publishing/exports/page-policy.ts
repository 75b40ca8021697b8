import type { StartProjectExportBody } from '@docwright/contract';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { PagePolicy } from '../../building/site-rendering/index.ts';
import type { ExportJobRow } from './store.ts';

export type RestrictedContent = Pick<ExportJobRow, 'exclude_restricted' | 'includes_restricted'>;

/** The requested handling of restricted content, which is included only on request. */
export function toRestrictedContent({
  access,
  allowProtected = false,
  excludeRestricted = false,
}: Pick<StartProjectExportBody, 'access' | 'allowProtected' | 'excludeRestricted'>): RestrictedContent {
  const wanted = access ?? (excludeRestricted ? 'excluded' : allowProtected ? 'included' : undefined);
  return { exclude_restricted: wanted === 'excluded', includes_restricted: wanted === 'included' };
}

/** Restricted content is refused, left out, or sealed for a host whose readers sign in. */
export function toPagePolicy(
  { exclude_restricted, includes_restricted }: RestrictedContent,
  { exclude_orphans }: Pick<ProjectRow, 'exclude_orphans'>,
): PagePolicy {
  if (includes_restricted) return { restricted: 'seal', isProtected: true, excludeOrphans: exclude_orphans };
  return { restricted: exclude_restricted ? 'exclude' : 'refuse', excludeOrphans: exclude_orphans };
}
