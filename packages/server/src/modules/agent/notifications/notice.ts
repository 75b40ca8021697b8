import type { NotificationKind, NotificationTone, Role } from '@docwright/contract';
import { countOf } from '../../../platform/words/count-of.ts';
import { describeData, type WebhookEvent } from '../../project-config/webhooks/index.ts';

/** A notice for people. */
export interface Notice {
  readonly kind: NotificationKind;
  readonly organizationId: string;
  readonly projectId: string | null;
  /** The subject: a job, a deployment, an endpoint. */
  readonly subjectId: string | null;
  readonly tone: NotificationTone;
  readonly title: string;
  readonly text: string;
  /** The only recipient. Default: everyone with a role that can see the notice. */
  readonly onlyUserId?: string;
  /** The person who caused the notice. This person isn't notified. */
  readonly exceptUserId?: string;
}

const maxTitleLength = 200;
const maxTextLength = 500;

/** Returns the notice for a webhook event, or `undefined` if people aren't notified of it. */
export function toNotice(event: WebhookEvent): Notice | undefined {
  const { type, data, organizationId, projectId, startedBy, environment } = event;
  const of = (kind: NotificationKind, subjectId: unknown): Notice => {
    const { title, text, tone } = describeData(type, data);
    const subject = typeof subjectId === 'string' ? subjectId : null;
    return { kind, organizationId, projectId, subjectId: subject, ...boundWords(title, text), tone };
  };
  const fields = data as Readonly<Record<string, unknown>>;
  switch (type) {
    case 'agent.job.completed':
    case 'agent.job.failed':
      if (startedBy === undefined) return undefined;
      return withoutMarks({ ...of('agent.job.ended', fields['id']), onlyUserId: startedBy });
    case 'deployment.failed':
      // A canceled deployment didn't fail, and the person who created a preview watches it.
      if (environment !== 'production' || fields['errorCode'] === 'cancelled') return undefined;
      return of('deployment.failed', fields['deploymentId']);
    case 'budget.threshold_reached':
      return of('budget.threshold_reached', null);
    case 'feedback.created':
      return of('feedback.created', fields['id']);
    case 'static-export.job.completed':
    case 'static-export.job.failed':
    case 'deployment.ready':
    case 'deployment.activated':
    case 'site.access_changed':
    // People are notified about the run's job instead.
    case 'automation.run.review_needed':
    case 'automation.run.waiting':
    case 'automation.run.accepted':
    case 'automation.run.failed':
      return undefined;
  }
}

/** Removes the list and code markers of a Markdown summary, which a one-line notice doesn't need. */
const withoutMarks = (notice: Notice): Notice => ({
  ...notice,
  text: notice.text.replaceAll(/(?:^|(?<=[.!?] ))[-*] /g, '').replaceAll('`', ''),
});

export interface JoinedMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
}

export const toMemberNotice = ({ organizationId, userId, email, role }: JoinedMember): Notice => ({
  kind: 'member.joined',
  organizationId,
  projectId: null,
  subjectId: userId,
  tone: 'neutral',
  ...boundWords(`${email} joined as ${role}`, ''),
  exceptUserId: userId,
});

export interface ExpiringDraft {
  readonly organizationId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly branch: string;
  readonly days: number;
}

export const toDraftNotice = ({ organizationId, projectId, userId, branch, days }: ExpiringDraft): Notice => ({
  kind: 'draft.expiring',
  organizationId,
  projectId,
  subjectId: branch,
  tone: 'neutral',
  ...boundWords(
    `Your draft of ${branch} will be removed`,
    `It has not been changed for a long time. To keep it, change or publish it within ${countOf(days, 'day')}.`,
  ),
  onlyUserId: userId,
});

export interface WrittenComment {
  readonly kind: 'comment.mentioned' | 'comment.replied';
  readonly organizationId: string;
  readonly projectId: string;
  readonly threadId: string;
  readonly userId: string;
  readonly title: string;
  /** The words of the comment. */
  readonly text: string;
}

export const toCommentNotice = (comment: WrittenComment): Notice => ({
  kind: comment.kind,
  organizationId: comment.organizationId,
  projectId: comment.projectId,
  subjectId: comment.threadId,
  tone: 'neutral',
  ...boundWords(comment.title, comment.text),
  onlyUserId: comment.userId,
});

export interface DisabledEndpoint {
  readonly organizationId: string;
  readonly endpointId: string;
  /** The address as it is shown to people who can see endpoints. */
  readonly address: string;
  readonly reason: string;
}

export const toEndpointNotice = ({ organizationId, endpointId, address, reason }: DisabledEndpoint): Notice => ({
  kind: 'webhook.disabled',
  organizationId,
  projectId: null,
  subjectId: endpointId,
  tone: 'bad',
  ...boundWords(`Webhook endpoint disabled: ${address}`, reason),
});

const boundWords = (title: string, text: string) => ({
  title: toOneLine(title, maxTitleLength),
  text: toOneLine(text, maxTextLength),
});

/**
 * Removes control characters, so that no text ends a line of an email's header, and unpaired surrogates, which
 * PostgreSQL can't store.
 */
export function toOneLine(text: string, longest: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed();
  return line.length <= longest
    ? line
    : `${line
        .slice(0, longest - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}
