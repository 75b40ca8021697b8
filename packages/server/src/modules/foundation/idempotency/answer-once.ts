import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ApiError } from '../../../platform/http/index.ts';
import { selectAnswer, tryLockKey, upsertAnswer, type IdempotencyTables } from './store.ts';

export interface IdempotentRequest {
  readonly organizationId: string;
  /** The owner of the key: the same key of another API key or user is a different key. */
  readonly actor: string;
  /** The key, or `undefined` if the client sent no `Idempotency-Key`; `work` then simply runs. */
  readonly key: string | undefined;
  /** Operation and path parameters: reusing a key for another operation is a client error. */
  readonly operation: string;
  readonly body: unknown;
}

export interface Answer<T> {
  readonly body: T;
  readonly replayed: boolean;
}

/** Returns the name of the sender of an `Idempotency-Key`. */
export const idempotencyActor = ({ kind, id }: { readonly kind: string; readonly id: string | null }): string =>
  `${kind} ${id}`;

/**
 * Runs `work` once for each key, in the transaction in which `work` writes, so that response and effect can't diverge.
 * The caller must already have checked the requester's current permission: an earlier response is returned without a
 * check.
 */
export async function answerOnce<T, Schema extends IdempotencyTables>(
  tx: Transaction<Schema>,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<Answer<T>> {
  if (request.key === undefined) return { body: await work(), replayed: false };
  const { organizationId, actor, key, operation } = request;
  const keys = tx as unknown as Transaction<IdempotencyTables>;
  if (!(await tryLockKey(keys, JSON.stringify([organizationId, actor, key])))) {
    throw new ApiError(
      'idempotency_in_progress',
      `The first request with the Idempotency-Key "${key}" is still in progress.`,
    );
  }
  const bodySha256 = createHash('sha256').update(JSON.stringify(request.body)).digest();
  const before = await selectAnswer(keys, { organizationId, actor, key });
  if (before !== undefined) {
    if (before.operation !== operation || !before.body_sha256.equals(bodySha256)) {
      throw new ApiError(
        'idempotency_mismatch',
        `The Idempotency-Key "${key}" was used for a different request in the last 24 hours.`,
      );
    }
    return { body: before.response as T, replayed: true };
  }
  const body = await work();
  await upsertAnswer(keys, {
    organization_id: organizationId,
    actor,
    key,
    operation,
    body_sha256: bodySha256,
    response: body,
  });
  return { body, replayed: false };
}
