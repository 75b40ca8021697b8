import type { AuditActorKind, AuditResult } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import type { RequestOrigin } from '../../../platform/http/index.ts';
import { insertAuditEvent, type AuditLogTables } from './store.ts';

/** The actor and the request's origin. A principal is an author. */
export interface Author {
  readonly organizationId: string;
  readonly actor: { readonly kind: AuditActorKind; readonly id: string | null; readonly name: string };
  readonly origin: RequestOrigin | null;
}

export interface AuditEntry {
  /** The action as `noun.verb`: `project.updated`. */
  readonly action: string;
  readonly target?: { readonly kind: string; readonly id: string | null; readonly name?: string | null };
  readonly result?: AuditResult;
  /** Never contains a secret or text of unlimited length. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Returns the author of actions that the server's command line or first start performs. */
export const systemAuthor = (organizationId: string): Author => ({
  organizationId,
  actor: { kind: 'system', id: null, name: 'system' },
  origin: null,
});

/** Maximum length of a name stored with an event. */
const maxNameLength = 300;

/** Appends to the audit log. `db` is the transaction of the change: both are written, or neither. */
export async function recordAuditEvent(
  db: Queryable<AuditLogTables>,
  author: Author,
  entry: AuditEntry,
): Promise<void> {
  await insertAuditEvent(db, {
    organization_id: author.organizationId,
    actor_kind: author.actor.kind,
    actor_id: author.actor.id,
    actor_name: author.actor.name.slice(0, maxNameLength),
    action: entry.action,
    target_kind: entry.target?.kind ?? null,
    target_id: entry.target?.id ?? null,
    target_name: entry.target?.name?.slice(0, maxNameLength) ?? null,
    result: entry.result ?? 'success',
    address: author.origin?.address ?? null,
    user_agent: author.origin?.userAgent ?? null,
    request_id: author.origin?.requestId ?? null,
    details: JSON.stringify(entry.details ?? {}),
  });
}
