import type { LinkProps } from '@tanstack/react-router';
import type { AuditEvent } from './queries.ts';

type Known = Pick<AuditEvent, 'target' | 'details' | 'action'>;

/** Actions that delete their target. */
const ends = /\.(?:deleted|removed|revoked)$/;

/**
 * Returns the page of an event's target, or `undefined` if it has none or the target no longer exists.
 * @param projects IDs of the organization's projects
 */
export function toTargetLink(
  { target: { kind, id }, details, action }: Known,
  projects: ReadonlySet<string>,
): LinkProps | undefined {
  if (id === null || (ends.test(action) && !isOfPreviews(kind, action))) return undefined;
  const named = details['projectId'];
  const projectId = typeof named === 'string' && projects.has(named) ? named : undefined;
  switch (kind) {
    case 'project':
      if (isOfPreviews(kind, action) && projects.has(id)) return previewsOf(id);
      return projects.has(id) ? { to: '/projects/$projectId', params: { projectId: id } } : undefined;
    case 'budget':
      return { to: '/settings', search: { tab: 'usage' } };
    case 'organization':
      return { to: '/settings' };
    case 'user':
    case 'invitation':
      return { to: '/settings', search: { tab: 'members' } };
    case 'api_key':
      return { to: '/keys' };
    case 'webhook_endpoint':
      return { to: '/webhooks/$endpointId', params: { endpointId: id } };
    case 'static_export':
      return { to: '/exports/$jobId', params: { jobId: id } };
    case 'code_host':
      return { to: '/code-hosts' };
    default:
      return projectId === undefined ? undefined : toLinkInProject(kind, id, projectId);
  }
}

/**
 * Whether an event is about previews. Such events link to the preview list, which remains after a preview is deleted.
 */
const isOfPreviews = (kind: string | null, action: string): boolean =>
  kind === 'preview' || action.startsWith('preview_password.');

const previewsOf = (projectId: string): LinkProps => ({
  to: '/projects/$projectId/deployments',
  params: { projectId },
  search: { environment: 'preview' },
});

function toLinkInProject(kind: string | null, id: string, projectId: string): LinkProps | undefined {
  switch (kind) {
    case 'agent_job':
      return { to: '/jobs/$projectId/$jobId', params: { projectId, jobId: id } };
    case 'deployment':
      return { to: '/projects/$projectId/deployments/$deploymentId', params: { projectId, deploymentId: id } };
    case 'domain':
      return { to: '/projects/$projectId/domains', params: { projectId } };
    case 'feedback':
      return { to: '/projects/$projectId/feedback', params: { projectId } };
    case 'suggestion':
      return { to: '/projects/$projectId/suggestions', params: { projectId } };
    case 'preview':
      return previewsOf(projectId);
    case 'site':
      return { to: '/projects/$projectId/deployments', params: { projectId } };
    default:
      return undefined;
  }
}

/** Returns the target's name at that time, the current name of a project or the organization, or the target's ID. */
export function nameTarget(
  { target: { name, id, kind } }: Pick<AuditEvent, 'target'>,
  names: ReadonlyMap<string, string>,
): string | undefined {
  return name ?? (id === null ? undefined : names.get(id)) ?? id ?? kind ?? undefined;
}
