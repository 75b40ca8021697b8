export {
  deleteEndedDeliveries,
  disableEndpoints,
  selectReachable,
  webhookDeliveryRows,
  webhookEndpointRows,
} from './store.ts';
export type { DeliverDeps } from './deliver.ts';
export { describeData } from './describe-event.ts';
export type { DeliveryTicket } from './enqueue-delivery.ts';
export { defineWebhookQueue, workOnWebhooks } from './job.ts';
export {
  createHasSubscribers,
  createPublishEvent,
  type HasSubscribers,
  type PublishEvent,
  type WebhookEvent,
} from './publish-event.ts';
export { resealEndpoints } from './reseal-endpoints.ts';
export { registerWebhookRoutes, type WebhookRouteDeps } from './routes.ts';
export { defaultWebhookSettings, type WebhookSettings } from './settings.ts';
export type { WebhookTables } from './tables.ts';
