import { Type, type Static } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';

/** Maximum number of events in one batch. */
export const maxForwardedEvents = 2_000;
/** Maximum size of the body. */
export const maxForwardedBytes = 1024 * 1024;

export const eventRefusals = [
  'not_an_event',
  'unknown_kind',
  'invalid_id',
  'in_the_future',
  'too_old',
  'unknown_page',
  'invalid_field',
  'too_much_feedback',
  'no_conversations',
  'too_many_questions',
  'unknown_answer',
] as const;
export type EventRefusal = (typeof eventRefusals)[number];

export const SendAnalyticsEventsBody = Type.Object(
  {
    events: Type.Array(
      Type.Unknown({
        description:
          'An event as `docwright host` stores it: a line of its files or of `docwright host analytics --format jsonl`.',
      }),
      { minItems: 1, maxItems: maxForwardedEvents },
    ),
  },
  { $id: 'SendAnalyticsEvents' },
);
export type SendAnalyticsEventsBody = Static<typeof SendAnalyticsEventsBody>;

export const TakenAnalyticsEvents = Type.Object(
  {
    stored: Type.Integer({ description: 'Number of new events.' }),
    known: Type.Integer({ description: 'Number of events that were already stored: each `id` counts once.' }),
    refused: Type.Integer(),
    reasons: Type.Array(
      Type.Object({
        code: Type.Enum([...eventRefusals], {
          description:
            "`unknown_page`: neither the project's newest exports nor its live site has the page. `too_old`: individual events of that day are no longer stored. `too_much_feedback`: the project already has 2,000 entries for that day. `no_conversations`: the project doesn't store questions to its assistant. `too_many_questions`: the project already has 5,000 questions in 24 hours. `unknown_answer`: the rated answer isn't stored, or is no longer stored.",
        }),
        message: Type.String({ description: 'What is wrong with the first of these events.' }),
        count: Type.Integer(),
        first: Type.Integer({ description: 'Index of the first of these events in `events`, from 0.' }),
      }),
      {
        description:
          "The reasons that events were refused, in order of first occurrence. Don't send those events again.",
      },
    ),
  },
  { $id: 'TakenAnalyticsEvents' },
);
export type TakenAnalyticsEvents = Static<typeof TakenAnalyticsEvents>;

export const analyticsEventOperations = {
  sendAnalyticsEvents: operation({
    method: 'POST',
    path: '/v1/analytics/{projectId}/events',
    tag: 'Analytics',
    scope: 'analytics-events:write',
    summary: 'Upload reader events from your own host',
    description: `Events stored by \`docwright host\` are counted with those of the live site. Feedback is added to the inbox, and assistant questions with their answers are added to the conversations. Each event is checked separately; a refused event doesn't affect the others. A successful response means that the events are stored; sending the same batch again has no effect. The body may be at most 1 MiB. At most 3,600 batches per hour for each organization.`,
    params: Type.Object(projectId),
    body: SendAnalyticsEventsBody,
    ignoresUnknownFields: true,
    maxBodyBytes: maxForwardedBytes,
    errors: ['not_found', 'invalid_request', 'rate_limited'],
    success: json(200, 'How many events were stored, and why others were refused.', TakenAnalyticsEvents),
  }),
} as const;
