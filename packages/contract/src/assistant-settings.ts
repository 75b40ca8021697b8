import { Type, type Static } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

/** The source of the answers: passages of the pages, or the project's own models. */
export const assistantModels = ['builtin/extracts-1', 'project'] as const;
export type AssistantModel = (typeof assistantModels)[number];

const Fallback = Type.Object({
  label: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: '`Ask our support`' }),
  url: Type.String({ minLength: 1, maxLength: 500, description: 'Begins with `https:` or `mailto:`.' }),
});

/** The tone that a model is instructed to use. */
export const assistantTones = ['neutral', 'friendly', 'formal'] as const;
export type AssistantTone = (typeof assistantTones)[number];

const usd = (maximum: number, description: string) => Nullable(Type.Number({ minimum: 0.001, maximum, description }));

const fields = {
  enabled: Type.Boolean({
    description:
      'Whether questions are answered, at the live site and by the API. Its pages show the assistant where they were built with `features.assistant`.',
  }),
  name: Type.String({
    maxLength: 60,
    description: 'Title of the panel. Empty: the one of the page’s language.',
  }),
  greeting: Type.String({ maxLength: 500, description: 'What an empty panel says. Empty: as for the name.' }),
  starters: Type.Array(Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }), {
    maxItems: 6,
    uniqueItems: true,
    description: 'Questions that an empty panel offers.',
  }),
  model: Type.Enum([...assistantModels], {
    description:
      '`builtin/extracts-1`: passages of the pages, word for word. `project`: the models that are set at `/v1/projects/{projectId}/models`, with their keys; where they are deleted, passages again.',
  }),
  instructions: Type.String({
    maxLength: 4000,
    description: 'For the model, on terms and names. No place for secrets.',
  }),
  tone: Type.Enum([...assistantTones], { description: 'How the model writes.' }),
  messagesPerMinute: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Messages of one client address at the live site, and with public keys.',
  }),
  monthlyBudgetUsd: usd(
    1_000_000,
    'What the models may cost in a calendar month of UTC. Then passages of the pages answer. Null: no bound. With a budget, models without prices are not asked.',
  ),
  visitorDailyBudgetUsd: usd(1_000, 'The same for the questions of one visitor in a day of UTC.'),
  retentionDays: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: 'How long threads are kept. 0: nothing is stored, and what was is deleted.',
  }),
  fallback: Nullable(Fallback),
} as const;

export const AssistantSettings = Type.Object(
  {
    ...fields,
    spentThisMonthUsd: Type.Number({
      description:
        'What models have cost in this month of UTC, and what answers on their way may cost. Counted while a budget is set.',
    }),
    updatedAt: Nullable(DateTime('When the settings were last changed; null while they are the defaults.')),
  },
  { $id: 'AssistantSettings' },
);
export type AssistantSettings = Static<typeof AssistantSettings>;

const UpdateAssistantSettingsBody = Type.Object(
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [Name in keyof typeof fields]: ReturnType<typeof Type.Optional<(typeof fields)[Name]>>;
  },
  { $id: 'UpdateAssistantSettings' },
);
export type UpdateAssistantSettingsBody = Static<typeof UpdateAssistantSettingsBody>;

const project = {
  tag: 'Projects',
  path: '/v1/projects/{projectId}/assistant',
  params: Type.Object(projectId),
  conditional: true,
} as const;

export const assistantSettingsOperations = {
  getAssistantSettings: operation({
    ...project,
    method: 'GET',
    summary: 'Get a project’s assistant settings',
    description: 'What the API answers with when it is asked at the project’s live site. Defaults are filled in.',
    scope: 'projects:read',
    success: json(200, 'The settings.', AssistantSettings),
    errors: ['not_found'],
  }),
  updateAssistantSettings: operation({
    ...project,
    method: 'PATCH',
    summary: 'Change a project’s assistant settings',
    description:
      'Fields that are left out stay as they are. They hold from the next message on. `fallback` is a link below the answers that no page gives; null for none.',
    scope: 'projects:write',
    body: UpdateAssistantSettingsBody,
    success: json(200, 'The settings.', AssistantSettings),
    errors: ['not_found', 'model_settings_invalid'],
  }),
} as const;
