import { Type, type Static } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';

/** Events of one batch. */
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
          'As `docwright host` keeps it: a line of its files, or of `docwright host analytics --format jsonl`.',
      }),
      { minItems: 1, maxItems: maxForwardedEvents },
    ),
  },
  { $id: 'SendAnalyticsEvents' },
);
export type SendAnalyticsEventsBody = Static<typeof SendAnalyticsEventsBody>;

export const TakenAnalyticsEvents = Type.Object(
  {
    stored: Type.Integer({ description: 'Events that were not there before.' }),
    known: Type.Integer({ description: 'Those that were: the same `id` counts once.' }),
    refused: Type.Integer(),
    reasons: Type.Array(
      Type.Object({
        code: Type.Enum([...eventRefusals], {
          description:
            '`unknown_page`: none of the project’s newest exports, nor its live site, has the page. `too_old`: single events of that day are not kept any more. `too_much_feedback`: a project takes 2,000 of a day. `no_conversations`: the project keeps no questions to its assistant. `too_many_questions`: a project takes 5,000 of 24 hours. `unknown_answer`: a vote on an answer that the project does not have, or not any more.',
        }),
        message: Type.String({ description: 'What is wrong with the first of them.' }),
        count: Type.Integer(),
        first: Type.Integer({ description: 'Place of the first of them in `events`, from 0.' }),
      }),
      {
        description:
          'Why events were refused, in the order in which they first occur. Sending those again is of no use.',
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
    summary: 'Send what readers of your own host did',
    description: `Events that \`docwright host\` has kept count as those of the live site, feedback lies in the inbox with its own, and questions to the assistant with their answers among its conversations. Each is looked at by itself: one that is refused keeps no other from being stored. What was answered is in the database, and the same batch again changes nothing. A body has at most 1 MiB. At most 3,600 batches an hour for each organization.`,
    params: Type.Object(projectId),
    body: SendAnalyticsEventsBody,
    ignoresUnknownFields: true,
    maxBodyBytes: maxForwardedBytes,
    errors: ['not_found', 'invalid_request', 'rate_limited'],
    success: json(200, 'How many were stored, and why others were not.', TakenAnalyticsEvents),
  }),
} as const;
