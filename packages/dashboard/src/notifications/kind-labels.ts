import type { NotificationSetting } from '@docwright/sdk';

export const kindLabels: Readonly<
  Record<NotificationSetting['kind'], { readonly label: string; readonly text: string }>
> = {
  'agent.job.ended': {
    label: 'Your agent jobs',
    text: 'A job that you started has ended: with a pull request, a question for you, or an error.',
  },
  'deployment.failed': { label: 'Failed deployments', text: 'A deployment to production failed.' },
  'budget.threshold_reached': {
    label: 'Budgets',
    text: 'A month’s model costs reached a budget threshold.',
  },
  'feedback.created': { label: 'Feedback', text: 'A reader or an agent sent feedback on a page.' },
  'draft.expiring': { label: 'Your drafts', text: 'A draft that you changed will be removed in a week.' },
  'comment.mentioned': { label: 'Mentions', text: 'Someone mentioned you in a comment.' },
  'comment.replied': {
    label: 'Replies',
    text: 'Someone replied in a thread that you commented in, or accepted or rejected your suggestion.',
  },
  'member.joined': { label: 'New members', text: 'Someone joined the organization.' },
  'webhook.disabled': {
    label: 'Disabled webhooks',
    text: 'A webhook endpoint was disabled because no delivery succeeded.',
  },
};
