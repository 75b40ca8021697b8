import { idPrefixes } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { recordAuditEvent, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { enqueueDelivery, type WebhookQueue } from './enqueue-delivery.ts';
import { deliveryNotFound, endpointDisabled, endpointNotFound } from './errors.ts';
import { composePayload } from './publish-event.ts';
import { insertDelivery, lockEndpoint, selectDelivery, selectEndpoint } from './store.ts';
import type { DeliveryRow, EndpointRow, WebhookTables } from './tables.ts';
import { showAddress } from './show-address.ts';

export interface SendAgainDeps extends WebhookQueue {
  readonly database: Database<WebhookTables & AuditLogTables>;
  readonly clock: Clock;
}

export async function requireEndpoint(
  { database }: Pick<SendAgainDeps, 'database'>,
  principal: Principal,
  id: string,
): Promise<EndpointRow> {
  const row = await selectEndpoint(database.kysely, principal.organizationId, id);
  if (row === undefined) throw endpointNotFound(id);
  return row;
}

/** Sends a `webhook.test` event. @throws ApiError not_found, webhook_disabled */
export async function sendTestEvent(deps: SendAgainDeps, principal: Principal, id: string): Promise<DeliveryRow> {
  const endpoint = await requireEndpoint(deps, principal, id);
  const data = { endpointId: endpoint.id, message: 'This is a test.' };
  const payload = composePayload('webhook.test', new Date(deps.clock.now()), data);
  const messageId = newId(idPrefixes.webhookMessage);
  return insertAndEnqueue(
    deps,
    { endpoint, principal, action: 'webhook_endpoint.tested' },
    {
      messageId,
      projectId: null,
      type: 'webhook.test',
      payload,
      replayOf: null,
    },
  );
}

/** Sends the same message again. @throws ApiError not_found, webhook_disabled */
export async function replayDelivery(
  deps: SendAgainDeps,
  principal: Principal,
  name: { readonly id: string; readonly deliveryId: string },
): Promise<DeliveryRow> {
  const endpoint = await requireEndpoint(deps, principal, name.id);
  const before = await selectDelivery(deps.database.kysely, endpoint.id, name.deliveryId);
  if (before === undefined) throw deliveryNotFound(name.deliveryId);
  return insertAndEnqueue(
    deps,
    { endpoint, principal, action: 'webhook_delivery.replayed' },
    {
      messageId: before.message_id,
      projectId: before.project_id,
      type: before.type,
      payload: before.payload,
      replayOf: before.id,
    },
  );
}

interface Message {
  readonly messageId: string;
  readonly projectId: string | null;
  readonly type: string;
  readonly payload: string;
  readonly replayOf: string | null;
}

interface Request {
  readonly endpoint: EndpointRow;
  readonly principal: Principal;
  /** The action in the audit log. */
  readonly action: string;
}

async function insertAndEnqueue(deps: SendAgainDeps, request: Request, message: Message): Promise<DeliveryRow> {
  const { principal, action } = request;
  const { id } = request.endpoint;
  return deps.database.kysely.transaction().execute(async (tx) => {
    // Serializes with a concurrent deletion or disabling.
    const endpoint = await lockEndpoint(tx, id);
    if (endpoint === undefined) throw endpointNotFound(id);
    if (endpoint.disabled_at !== null) throw endpointDisabled(id);
    const row = await insertDelivery(tx, {
      id: newId(idPrefixes.webhookDelivery),
      endpoint_id: endpoint.id,
      organization_id: endpoint.organization_id,
      message_id: message.messageId,
      project_id: message.projectId,
      type: message.type,
      payload: message.payload,
      replay_of: message.replayOf,
    });
    await recordAuditEvent(tx, principal, {
      action,
      target: { kind: 'webhook_endpoint', id, name: showAddress(request.endpoint) },
      details: { deliveryId: row.id },
    });
    const { id: endpointId, organization_id: organizationId } = endpoint;
    await enqueueDelivery(deps, tx, { deliveryId: row.id, attempt: 1, organizationId, endpointId });
    return row;
  });
}
