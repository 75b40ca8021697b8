import { operations } from '@docwright/contract';
import { readPage, unknownCursor, type OperationRoutes } from '../../../platform/http/index.ts';
import { deliveryNotFound } from './errors.ts';
import {
  createEndpoint,
  deleteEndpoint,
  rotateSecret,
  updateEndpoint,
  type NewEndpoint,
  type SaveEndpointDeps,
} from './save-endpoint.ts';
import { replayDelivery, requireEndpoint, sendTestEvent, type SendAgainDeps } from './send-again.ts';
import { selectAttempts, selectDeliveries, selectDelivery, selectEndpoints } from './store.ts';
import { toDeliveryDetail, toWebhookDelivery, toWebhookEndpoint } from './to-webhook-endpoint.ts';

export type WebhookRouteDeps = SaveEndpointDeps & SendAgainDeps;

export function registerWebhookRoutes(routes: OperationRoutes, deps: WebhookRouteDeps): void {
  const db = deps.database.kysely;
  const showNew = ({ row, secret }: NewEndpoint) => ({ ...toWebhookEndpoint(row), secret });

  routes.handle(operations.createWebhookEndpoint, async ({ principal, body }) =>
    showNew(await createEndpoint(deps, principal, body)),
  );
  routes.handle(operations.listWebhookEndpoints, async ({ principal }) => ({
    endpoints: (await selectEndpoints(db, principal.organizationId)).map(toWebhookEndpoint),
  }));
  routes.handle(operations.getWebhookEndpoint, async ({ principal, params }) =>
    toWebhookEndpoint(await requireEndpoint(deps, principal, params.id)),
  );
  routes.handle(operations.updateWebhookEndpoint, async ({ principal, params, body }) =>
    toWebhookEndpoint(await updateEndpoint(deps, { principal, id: params.id }, body)),
  );
  routes.handle(operations.deleteWebhookEndpoint, async ({ principal, params }) => {
    await deleteEndpoint(deps, { principal, id: params.id });
  });
  routes.handle(operations.rotateWebhookSecret, async ({ principal, params, body }) =>
    showNew(await rotateSecret(deps, { principal, id: params.id }, body)),
  );
  routes.handle(operations.testWebhookEndpoint, async ({ principal, params }) =>
    toWebhookDelivery(await sendTestEvent(deps, principal, params.id)),
  );
  routes.handle(operations.listWebhookDeliveries, async ({ principal, params, query }) => {
    const { id: endpointId } = await requireEndpoint(deps, principal, params.id);
    const { cursor, status } = query;
    if (cursor !== undefined && (await selectDelivery(db, endpointId, cursor)) === undefined) {
      throw unknownCursor(cursor);
    }
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => selectDeliveries(db, { endpointId, status, after: cursor, limit }),
      ({ id }) => id,
    );
    return { deliveries: rows.map(toWebhookDelivery), nextCursor };
  });
  routes.handle(operations.getWebhookDelivery, async ({ principal, params }) => {
    const endpoint = await requireEndpoint(deps, principal, params.id);
    const row = await selectDelivery(db, endpoint.id, params.deliveryId);
    if (row === undefined) throw deliveryNotFound(params.deliveryId);
    return toDeliveryDetail(row, endpoint, await selectAttempts(db, row.id));
  });
  routes.handle(operations.replayWebhookDelivery, async ({ principal, params }) =>
    toWebhookDelivery(await replayDelivery(deps, principal, params)),
  );
}
