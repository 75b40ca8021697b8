import type { Notification } from '@docwright/contract';
import type { NotificationRow } from './tables.ts';

/** Converts a row to the format for its recipient. */
export const toNotification = (row: NotificationRow): Notification => ({
  id: String(row.id),
  kind: row.kind,
  tone: row.tone,
  title: row.title,
  text: row.text,
  projectId: row.project_id,
  projectName: row.project_name,
  path: toDashboardPath(row),
  at: row.at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
});

/** Returns the subject's path in the dashboard. */
export function toDashboardPath(row: Pick<NotificationRow, 'kind' | 'project_id' | 'subject_id'>): string {
  const project = encodeURIComponent(row.project_id ?? '');
  const subject = encodeURIComponent(row.subject_id ?? '');
  switch (row.kind) {
    case 'agent.job.ended':
      return `/dashboard/jobs/${project}/${subject}`;
    case 'deployment.failed':
      return `/dashboard/projects/${project}/deployments/${subject}`;
    case 'budget.threshold_reached':
      return '/dashboard/settings?tab=usage';
    case 'feedback.created':
      return `/dashboard/projects/${project}/feedback`;
    case 'draft.expiring':
      return `/dashboard/projects/${project}/editor/${subject}`;
    case 'comment.mentioned':
    case 'comment.replied':
      return `/dashboard/projects/${project}/comments/${subject}`;
    case 'member.joined':
      return '/dashboard/settings?tab=members';
    case 'webhook.disabled':
      return `/dashboard/webhooks/${subject}`;
  }
}
