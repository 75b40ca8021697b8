import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { FaultPoint } from '../../../platform/fault-points/index.ts';
import { HttpClientError, type HttpClient, type HttpResponse } from '../../../platform/http-client/index.ts';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { openAddress, openSecrets } from './endpoint-secrets.ts';
import { enqueueDelivery, type DeliveryTicket, type WebhookQueue } from './enqueue-delivery.ts';
import { classifyAttempt, readRetryAfter, type AttemptOutcome, type Verdict } from './classify-attempt.ts';
import type { WebhookSettings } from './settings.ts';
import { signMessage } from './sign.ts';
import {
  clearFailing,
  deleteOldDeliveries,
  endAttempt,
  failPending,
  insertAttempt,
  lockEndpoint,
  markFailing,
  selectDue,
  updateEndpointRow,
  type DueDelivery,
} from './store.ts';
import type { AttemptRow, WebhookTables } from './tables.ts';
import { formatMessage } from './format-message.ts';
import { showAddress } from './show-address.ts';

export interface DeliverDeps extends WebhookQueue {
  readonly database: Database<WebhookTables>;
  readonly http: HttpClient;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly random: () => number;
  readonly settings: WebhookSettings;
  readonly faultPoint: FaultPoint;
  readonly log: Logger;
  /** Called in the transaction that disables an endpoint. */
  readonly onDisabled: (tx: AnyTransaction, endpoint: DisabledEndpoint) => Promise<void>;
}

interface DisabledEndpoint {
  readonly organizationId: string;
  readonly endpointId: string;
  /** The address as shown to people who can see endpoints. */
  readonly address: string;
  readonly reason: string;
}

/**
 * Makes one attempt. It can be made twice if the worker crashes between the response and its record; the receiver
 * recognizes the repetition by `webhook-id`. The record, the next attempt, and the endpoint's new state are written in
 * one transaction.
 */
export async function deliver(deps: DeliverDeps, ticket: DeliveryTicket, signal: AbortSignal): Promise<void> {
  const due = await selectDue(deps.database.kysely, ticket.deliveryId, ticket.attempt);
  if (due === undefined) return;
  deps.faultPoint('webhook.claimed');
  const made = await send(deps, due, signal);
  deps.faultPoint('webhook.answered');
  await record(deps, due, { ...made, attempt: ticket.attempt });
  deps.faultPoint('webhook.recorded');
}

/** Counts an attempt that crashed its workers as failed. */
export async function failAbandonedAttempt(deps: DeliverDeps, ticket: DeliveryTicket): Promise<void> {
  const due = await selectDue(deps.database.kysely, ticket.deliveryId, ticket.attempt);
  if (due === undefined) return;
  const error = 'The service could not complete this attempt; see its log for the reason.';
  const made = { at: new Date(deps.clock.now()), durationMs: 0, statusCode: null, error, retryAfterMs: undefined };
  await record(deps, due, { ...made, response: null, attempt: ticket.attempt });
}

interface MadeAttempt extends AttemptOutcome {
  readonly at: Date;
  readonly durationMs: number;
  readonly response: string | null;
}

async function send(deps: DeliverDeps, { delivery, endpoint }: DueDelivery, signal: AbortSignal): Promise<MadeAttempt> {
  const at = new Date(deps.clock.now());
  const startedMs = deps.clock.monotonicMs();
  const body = formatMessage(endpoint.format, delivery.payload);
  const message = { id: delivery.message_id, sentAt: at, payload: body };
  const headers = signMessage(message, openSecrets(deps.secretBox, endpoint, at));
  const took = (): number => Math.round(deps.clock.monotonicMs() - startedMs);
  try {
    const answer = await deps.http.request({
      method: 'POST',
      url: openAddress(deps.secretBox, endpoint),
      headers: { 'content-type': 'application/json', 'user-agent': 'docwright-webhooks', ...headers },
      body,
      signal,
      timeoutMs: deps.settings.timeoutMs,
      // A redirect counts as a failure, because only the entered address is used.
      maxRedirects: 0,
    });
    const response = await readBeginning(answer, deps.settings.maxResponseBytes);
    const { status } = answer;
    const error = status >= 200 && status < 300 ? undefined : `The endpoint returned status ${status}.`;
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], deps.clock.now());
    return { at, durationMs: took(), statusCode: status, error, response, retryAfterMs };
  } catch (error) {
    // Not the receiver's fault: the worker is stopping, and the queue passes the attempt to the next worker.
    if (signal.aborted || !(error instanceof HttpClientError)) throw error;
    const none = { statusCode: null, response: null, retryAfterMs: undefined };
    return { at, durationMs: took(), error: error.message, ...none };
  }
}

async function readBeginning(answer: HttpResponse, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= maxBytes) break;
  }
  await answer.discard();
  // PostgreSQL can't store U+0000 in text.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes)).replaceAll('\0', '\ufffd');
}

async function record(
  deps: DeliverDeps,
  { delivery, endpoint }: DueDelivery,
  made: MadeAttempt & { readonly attempt: number },
): Promise<void> {
  const verdict = classifyAttempt(made.attempt, made, deps);
  const row = toRow(delivery.id, made);
  await deps.database.kysely.transaction().execute(async (tx) => {
    if ((await lockEndpoint(tx, endpoint.id)) === undefined) return;
    const nextInMs = verdict.kind === 'retry' ? verdict.delayMs : null;
    if (!(await endAttempt(tx, row, { status: statusAfter(verdict), error: row.error, nextInMs }))) return;
    await insertAttempt(tx, row);
    if (nextInMs !== null) {
      const startAfter = new Date(deps.clock.now() + nextInMs);
      const { id: endpointId, organization_id: organizationId } = endpoint;
      const ticket = { deliveryId: delivery.id, attempt: made.attempt + 1, organizationId, endpointId };
      await enqueueDelivery(deps, tx, { ...ticket, startAfter });
    }
    // Also done after a failure, because an endpoint may never accept anything.
    await deleteOldDeliveries(tx, endpoint.id, deps.settings.keepDays);
    if (verdict.kind === 'succeeded') {
      await clearFailing(tx, endpoint.id);
      return;
    }
    const failing = await markFailing(tx, endpoint.id);
    const reason = reasonToDisable(verdict, { failing, error: made.error, settings: deps.settings });
    if (reason === undefined) return;
    await updateEndpointRow(tx, endpoint.id, { disabled_at: at(deps), disabled_reason: reason });
    await failPending(tx, endpoint.id, `The endpoint was disabled. ${reason}`);
    await deps.onDisabled(tx, {
      organizationId: endpoint.organization_id,
      endpointId: endpoint.id,
      address: showAddress(endpoint),
      reason,
    });
    deps.log.warn({ webhookEndpointId: endpoint.id, reason }, 'webhook endpoint disabled');
  });
}

const at = ({ clock }: DeliverDeps): Date => new Date(clock.now());

const toRow = (deliveryId: string, made: MadeAttempt & { readonly attempt: number }): AttemptRow => ({
  delivery_id: deliveryId,
  attempt: made.attempt,
  at: made.at,
  duration_ms: made.durationMs,
  status_code: made.statusCode,
  error: made.error ?? null,
  response: made.response,
});

function statusAfter(verdict: Verdict): 'pending' | 'succeeded' | 'failed' {
  switch (verdict.kind) {
    case 'succeeded':
      return 'succeeded';
    case 'retry':
      return 'pending';
    case 'given-up':
    case 'gone':
      return 'failed';
  }
}

function reasonToDisable(
  verdict: Verdict,
  outcome: {
    readonly failing: { readonly since: Date; readonly forMs: number };
    readonly error: string | undefined;
    readonly settings: WebhookSettings;
  },
): string | undefined {
  if (verdict.kind === 'gone') return 'It returned status 410, which means that it no longer exists.';
  const { failing, error, settings } = outcome;
  if (failing.forMs < settings.disableAfterMs) return undefined;
  return `No delivery has succeeded since ${failing.since.toISOString()}. The last error: ${error ?? ''}`;
}
