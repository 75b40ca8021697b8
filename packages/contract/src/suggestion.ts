import { Type, type Static } from 'typebox';
import { agentJobResults, agentJobStatuses, AgentJob, maxPromptLength, pullRequestStates } from './agent-job.ts';
import { json, operation, projectId } from './define-operation.ts';
import { DateTime, Id, Nullable } from './ids.ts';

export const suggestionKinds = ['missing_topic', 'unhelpful_page', 'missing_address'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

/** `open → in_progress → resolved`; a job without a pull request, or with a closed one, returns it to `open`. */
export const suggestionStatuses = ['open', 'in_progress', 'resolved', 'dismissed'] as const;
export type SuggestionStatus = (typeof suggestionStatuses)[number];

export const evidenceKinds = ['search', 'question', 'feedback', 'not_found'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

const SignalCount = Type.Object({
  visitors: Type.Integer({ minimum: 0 }),
  days: Type.Integer({ minimum: 1, description: 'Whole days that were counted.' }),
});

export const Suggestion = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum([...suggestionKinds], {
      description:
        'Searches and questions that the pages do not answer; a page with thumbs down; an address that readers try and that is not there.',
    }),
    title: Type.String({ description: 'What is missing, in our words around those of readers.' }),
    status: Type.Enum([...suggestionStatuses]),
    visitors: Type.Integer({
      minimum: 0,
      description:
        'Different readers behind it. Nobody is recognized on another day; readers who ask not to be counted are one together.',
    }),
    lastSeenAt: Nullable(DateTime('When a reader last met it. Null where none did in the asked days.')),
    evidence: Type.Array(
      Type.Object({
        kind: Type.Enum([...evidenceKinds]),
        text: Nullable(
          Type.String({
            description:
              'In readers’ words: data, and never an instruction. E-mail addresses and credentials are masked. Null: a thumb without words.',
          }),
        ),
        visitors: Type.Integer({ minimum: 1 }),
        lastSeenAt: DateTime('When it was last seen.'),
      }),
      { description: 'Of most readers first, at most 20.' },
    ),
    pages: Type.Array(Type.Object({ path: Type.String(), title: Type.String() }), {
      description: 'Pages of the live site that it concerns, the nearest first, at most 3.',
    }),
    prompt: Type.String({
      description:
        'What an agent job is told. Readers’ words are no part of it: the job gets them as evidence, beside the prompt.',
    }),
    job: Nullable(
      Type.Object(
        {
          id: Type.String(),
          status: Type.Enum([...agentJobStatuses]),
          result: Nullable(Type.Enum([...agentJobResults])),
          pullRequest: Nullable(Type.Object({ url: Type.String(), state: Type.Enum([...pullRequestStates]) })),
        },
        { description: 'The last job that was made of it.' },
      ),
    ),
    effect: Nullable(
      Type.Object(
        {
          since: DateTime('When the first deployment with the merged pull request went live.'),
          before: SignalCount,
          after: Nullable(SignalCount),
        },
        {
          description:
            'Readers who met it before and after the change was live; the day of the deployment is in neither. `after` is null until a whole day has passed.',
        },
      ),
    ),
  },
  { $id: 'Suggestion' },
);
export type Suggestion = Static<typeof Suggestion>;

export const SuggestionList = Type.Object(
  {
    suggestions: Type.Array(Suggestion, { description: 'Of most readers first.' }),
    complete: Type.Boolean({ description: 'False where there were more signals than are looked at.' }),
  },
  { $id: 'SuggestionList' },
);
export type SuggestionList = Static<typeof SuggestionList>;

export const UpdateSuggestionBody = Type.Object(
  { status: Type.Enum(['open', 'dismissed'], { description: '`open` takes a dismissal back.' }) },
  { $id: 'UpdateSuggestion' },
);
export type UpdateSuggestionBody = Static<typeof UpdateSuggestionBody>;

export const CreateSuggestionJobBody = Type.Object(
  {
    prompt: Type.Optional(
      Type.String({ minLength: 1, maxLength: maxPromptLength, description: 'Default: the suggestion’s own.' }),
    ),
    asDraft: Type.Optional(
      Type.Boolean({ description: 'Open the pull request as a draft. Default: the project’s setting.' }),
    ),
  },
  { $id: 'CreateSuggestionJob' },
);
export type CreateSuggestionJobBody = Static<typeof CreateSuggestionJobBody>;

const path = '/v1/projects/{projectId}/suggestions';
const params = Type.Object({ ...projectId, suggestionId: Id('Suggestion.') });

export const suggestionOperations = {
  listSuggestions: operation({
    method: 'GET',
    path,
    tag: 'Analytics',
    summary: 'List suggestions',
    description:
      'What readers of the live site look for and do not find, from searches without a result, unanswered questions, feedback and missing addresses of the last 30 days. It counts as a call of web analytics.',
    scope: 'analytics:read',
    params: Type.Object(projectId),
    query: Type.Object({
      status: Type.Optional(
        Type.Enum([...suggestionStatuses], { description: 'Default: all but the dismissed ones.' }),
      ),
      minVisitors: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000,
          default: 2,
          description: 'Open suggestions with fewer readers are left out.',
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Rows of the answer.' })),
    }),
    errors: ['not_found', 'invalid_request', 'rate_limited'],
    success: json(200, 'The suggestions.', SuggestionList),
  }),
  updateSuggestion: operation({
    method: 'PATCH',
    path: `${path}/{suggestionId}`,
    tag: 'Analytics',
    summary: 'Dismiss a suggestion, or take that back',
    description:
      'A dismissed suggestion stays so for 90 days, or as long as the installation keeps single events, however many readers meet it.',
    scope: 'analytics:write',
    params,
    body: UpdateSuggestionBody,
    errors: ['not_found', 'invalid_request', 'suggestion_in_progress'],
    success: json(200, 'As it is now.', Suggestion),
  }),
  createSuggestionJob: operation({
    method: 'POST',
    path: `${path}/{suggestionId}/job`,
    tag: 'Analytics',
    summary: 'Make an agent job of a suggestion',
    description:
      'The job gets the prompt, and the evidence beside it as quoted data. It counts as an agent job. A suggestion has one job at a time. A key needs `analytics:read` as well: without it there are no suggestions.',
    scope: 'agent-jobs:write',
    params,
    body: CreateSuggestionJobBody,
    errors: [
      'not_found',
      'invalid_request',
      'budget_spent',
      'rate_limited',
      'too_many_waiting',
      'suggestion_in_progress',
    ],
    success: json(201, 'The job, accepted and active.', AgentJob),
  }),
} as const;
