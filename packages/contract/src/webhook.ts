import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

/** Events that an endpoint can subscribe to. Only the test operation sends `webhook.test`. */
export const webhookEventTypes = [
  'agent.job.completed',
  'agent.job.failed',
  'static-export.job.completed',
  'static-export.job.failed',
  'deployment.ready',
  'deployment.failed',
  'deployment.activated',
  'site.access_changed',
  'feedback.created',
  'budget.threshold_reached',
  'automation.run.review_needed',
  'automation.run.waiting',
  'automation.run.accepted',
  'automation.run.failed',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The format of events: the event itself, or a message for the incoming webhook of a chat service. */
export const webhookFormats = ['standard', 'slack', 'discord', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const webhookDeliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

const endpointFields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'Where events are sent: an https URL without user name or password, at a public address.',
  }),
  format: Type.Enum([...webhookFormats], {
    description:
      '`standard`: the event according to the Standard Webhooks specification. The others: a message for the incoming webhook of a chat service, whose address is a secret and is shown shortened.',
  }),
  description: Type.String({ maxLength: 500 }),
  events: Nullable(
    Type.Array(Type.Enum([...webhookEventTypes]), {
      minItems: 1,
      uniqueItems: true,
      description: 'Events to send. Null: all, including future kinds.',
    }),
  ),
  projectIds: Nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Projects whose events are sent. Null: all, including future ones.',
    }),
  ),
};

export const CreateWebhookEndpointBody = Type.Object(
  {
    url: endpointFields.url,
    format: Type.Optional(endpointFields.format),
    description: Type.Optional(endpointFields.description),
    events: Type.Optional(endpointFields.events),
    projectIds: Type.Optional(endpointFields.projectIds),
  },
  { $id: 'CreateWebhookEndpoint' },
);
export type CreateWebhookEndpointBody = Static<typeof CreateWebhookEndpointBody>;

export const UpdateWebhookEndpointBody = Type.Object(
  {
    url: Type.Optional(endpointFields.url),
    format: Type.Optional(endpointFields.format),
    description: Type.Optional(endpointFields.description),
    events: Type.Optional(endpointFields.events),
    projectIds: Type.Optional(endpointFields.projectIds),
    enabled: Type.Optional(
      Type.Boolean({ description: 'If false, nothing is sent, and pending retries are discarded.' }),
    ),
  },
  { $id: 'UpdateWebhookEndpoint' },
);
export type UpdateWebhookEndpointBody = Static<typeof UpdateWebhookEndpointBody>;

export const RotateWebhookSecretBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: 86_400,
        description: 'How long events are also signed with the old secret.',
      }),
    ),
  },
  { $id: 'RotateWebhookSecret' },
);
export type RotateWebhookSecretBody = Static<typeof RotateWebhookSecretBody>;

const shownFields = {
  id: Type.String(),
  ...endpointFields,
  enabled: Type.Boolean(),
  disabledAt: Nullable(DateTime('When the endpoint was disabled.')),
  disabledReason: Nullable(Type.String({ description: 'The reason, for people.' })),
  failingSince: Nullable(
    DateTime('Start of the period in which all deliveries have failed; null while deliveries succeed.'),
  ),
  previousSecretUntil: Nullable(DateTime('Until this time, events are also signed with the old secret.')),
  createdBy: Type.String({ description: 'ID of the key or user that created the endpoint.' }),
  createdAt: DateTime('When the endpoint was created.'),
  updatedAt: DateTime('When the endpoint was last changed.'),
};

export const WebhookEndpoint = Type.Object(shownFields, { $id: 'WebhookEndpoint' });
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const NewWebhookEndpoint = Type.Object(
  { ...shownFields, secret: Type.String({ description: '`whsec_…`, shown only once: events are signed with it.' }) },
  { $id: 'NewWebhookEndpoint' },
);
export type NewWebhookEndpoint = Static<typeof NewWebhookEndpoint>;

export const WebhookEndpointList = Type.Object(
  { endpoints: Type.Array(WebhookEndpoint) },
  { $id: 'WebhookEndpointList' },
);
export type WebhookEndpointList = Static<typeof WebhookEndpointList>;

const deliveryFields = {
  id: Type.String(),
  endpointId: Type.String(),
  messageId: Type.String({
    description: 'The header `webhook-id`: the same in every attempt and replay of one event.',
  }),
  type: Type.String({ description: 'The event, or `webhook.test`.' }),
  projectId: Nullable(Type.String()),
  status: Type.Enum([...webhookDeliveryStatuses]),
  attempts: Type.Integer({ minimum: 0 }),
  error: Nullable(Type.String({ description: 'The reason that the last attempt failed.' })),
  nextAttemptAt: Nullable(DateTime('When the next attempt is due.')),
  replayOf: Nullable(Type.String({ description: 'The delivery that this one repeats.' })),
  createdAt: DateTime('When the event happened or the replay was requested.'),
  endedAt: Nullable(DateTime('When the delivery succeeded or finally failed.')),
};

export const WebhookDelivery = Type.Object(deliveryFields, { $id: 'WebhookDelivery' });
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveryDetail = Type.Object(
  {
    ...deliveryFields,
    payload: Type.String({ description: 'The body as it is signed and sent.' }),
    log: Type.Array(
      Type.Object({
        attempt: Type.Integer({ minimum: 1 }),
        at: DateTime('When the attempt was sent.'),
        durationMs: Type.Integer({ minimum: 0 }),
        statusCode: Nullable(Type.Integer({ description: 'HTTP status of the response; null without a response.' })),
        error: Nullable(Type.String()),
        response: Nullable(Type.String({ description: 'The start of the response body.' })),
      }),
      { description: 'Every attempt, oldest first.' },
    ),
  },
  { $id: 'WebhookDeliveryDetail' },
);
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>;

export const WebhookDeliveryList = Type.Object(
  { deliveries: Type.Array(WebhookDelivery), nextCursor: Nullable(Type.String()) },
  { $id: 'WebhookDeliveryList' },
);
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;
