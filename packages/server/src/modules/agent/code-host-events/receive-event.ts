import { createHash } from 'node:crypto';
import { JsonTooDeep, parseJson } from '@docwright/bundle';
import { idPrefixes, type CodeHostReceipt, type ConnectedHostKind } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { toStorableJson, type Database } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { hookNotFound, invalidSignature, notJson, unreadableBody } from './errors.ts';
import { hookSecretContext } from './hook-secret.ts';
import type { HostEvent, RequestHeaders, Unwanted } from './host-event.ts';
import { hookFormats } from './hosts/index.ts';
import type { CodeHostEventSettings } from './settings.ts';
import { deleteOldEvents, insertHostEvent, selectHook, touchHook } from './store.ts';
import type { CodeHostEventTables } from './tables.ts';

/** The queue's payload. */
export interface EventTicket {
  readonly eventId: string;
  /** 1 for the first check; a comment that arrives while the agent works is checked again. */
  readonly look: number;
}

export interface ReceiveDeps {
  readonly database: Database<CodeHostEventTables>;
  readonly engine: JobEngine;
  readonly queue: JobQueue<EventTicket>;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly settings: CodeHostEventSettings;
}

export interface HookRequest {
  readonly kind: ConnectedHostKind;
  readonly hookId: string;
  readonly headers: RequestHeaders;
  /** The received bytes, which are signed. */
  readonly body: Buffer;
}

/**
 * Receives a code host's event: checks the signature first, then the text. The host receives its response immediately;
 * the follow-up is queued in the same transaction as the event.
 * @throws {ApiError} not_found, invalid_signature, invalid_json, invalid_request
 */
export async function receiveEvent(deps: ReceiveDeps, request: HookRequest): Promise<CodeHostReceipt> {
  const hook = await selectHook(deps.database.kysely, request.hookId);
  if (hook?.kind !== request.kind) throw hookNotFound(request.hookId);
  const { headers, body } = request;
  const format = hookFormats[hook.kind];
  const secret = deps.secretBox.open(hook.secret, hookSecretContext(hook));
  if (!format.isSigned({ headers, body, secret, nowMs: deps.clock.now() })) throw invalidSignature();
  const event = readEvent(request, format.read);
  await touchHook(deps.database.kysely, hook.id);
  if (event.kind === 'unwanted') return { outcome: 'ignored', reason: event.reason };
  const digest = createHash('sha256').update(body).digest('hex');
  const delivery = format.deliveryId(headers)?.slice(0, 200) ?? digest;
  return deps.database.kysely.transaction().execute(async (tx) => {
    const row = await insertHostEvent(tx, {
      id: newId(idPrefixes.codeHostEvent),
      hook_id: hook.id,
      delivery_id: delivery,
      subject: toSubject(event, { digest, delivery }),
      data: toStorableJson(event),
    });
    if (row === undefined) return { outcome: 'duplicate', reason: 'this event was already received' };
    const ticket = { eventId: row.id, look: 1 };
    await deps.engine.enqueue(deps.queue, ticket, {
      transaction: tx,
      singletonKey: `${row.id}:1`,
      groupId: hook.organization_id,
    });
    await deleteOldEvents(tx, hook.id, deps.settings.keepDays);
    return { outcome: 'accepted', reason: null };
  });
}

function readEvent(
  { headers, body }: HookRequest,
  read: (headers: RequestHeaders, body: unknown) => HostEvent | Unwanted,
): HostEvent | Unwanted {
  let parsed: unknown;
  try {
    parsed = parseJson(body.toString('utf8'));
  } catch (error) {
    throw error instanceof JsonTooDeep ? unreadableBody(error.message, error) : notJson(error);
  }
  try {
    const event = read(headers, parsed);
    if ('pullRequest' in event) requirePullRequestNumber(event.pullRequest);
    return event;
  } catch (error) {
    throw isCodeHostError(error) ? unreadableBody(error.message, error) : error;
  }
}

/** The maximum of the database column, which has 4 bytes. */
const maxPullRequestNumber = 2_147_483_647;

function requirePullRequestNumber(number: number): void {
  if (Number.isInteger(number) && number >= 1 && number <= maxPullRequestNumber) return;
  throw unreadableBody(`${number} is not a valid pull request number.`);
}

/**
 * Returns the text that identifies an event. A comment is one event, regardless of its delivery and of the spelling of
 * the repository. A pull request may end again after it was reopened.
 */
function toSubject(
  event: HostEvent,
  { digest, delivery }: { readonly digest: string; readonly delivery: string },
): string {
  switch (event.kind) {
    case 'comment':
      return createHash('sha256').update(`${event.repository.toLowerCase()}\n${event.commentId}`).digest('hex');
    case 'pull-request-ended':
      return `ended-${digest}`;
    // A branch can move back and forth with identical bodies, and a repeated hint has no effect.
    case 'pull-request-changed':
    case 'branch-moved':
      return `hint-${delivery}`;
  }
}
