import type { Queryable } from '../../../platform/database/index.ts';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import type { LocalRepository } from './local-code-host.ts';
import type { LocalCodeHostTables } from './tables.ts';

/** One pull request, in any state. */
export interface PullRequestTarget {
  readonly repository: Pick<LocalRepository, 'id' | 'organizationId' | 'name' | 'path'>;
  readonly number: number;
}

export const keyOf = ({ repository, number }: PullRequestTarget) => ({ repositoryId: repository.id, number });

/** Returns the author of an action by a worker or by a git push, when no person is known. */
export const systemOf = (repository: PullRequestTarget['repository'], name: string): Author => ({
  organizationId: repository.organizationId,
  actor: { kind: 'system', id: null, name },
  origin: null,
});

/** Records an action on a pull request in the audit log, in the same transaction. */
export async function recordPullRequestEvent(
  db: Queryable<LocalCodeHostTables>,
  { repository, number }: PullRequestTarget,
  event: { readonly author: Author; readonly action: string; readonly details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  await recordAuditEvent(db, event.author, {
    action: `pull_request.${event.action}`,
    target: { kind: 'pull_request', id: `${repository.id}/${number}`, name: `${repository.name}#${number}` },
    ...(event.details !== undefined && { details: event.details }),
  });
}
