import { Type, type Static } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

/** The source of the answers: passages of the pages, or the project's own models. */
export const assistantModels = ['builtin/extracts-1', 'project'] as const;
export type AssistantModel = (typeof assistantModels)[number];

const Fallback = Type.Object({
  label: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: '`Ask our support`' }),
  url: Type.String({ minLength: 1, maxLength: 500, description: 'Starts with `https:` or `mailto:`.' }),
});

/** The tone that a model is instructed to use. */
export const assistantTones = ['neutral', 'friendly', 'formal'] as const;
export type AssistantTone = (typeof assistantTones)[number];

const usd = (maximum: number, description: string) => Nullable(Type.Number({ minimum: 0.001, maximum, description }));

const fields = {
  enabled: Type.Boolean({
    description:
      'Whether the assistant answers questions on the live site and through the API. Pages show it if they were built with `features.assistant`.',
  }),
  name: Type.String({
    maxLength: 60,
    description: "Title of the panel. Empty: the default in the page's language.",
  }),
  greeting: Type.String({
    maxLength: 500,
    description: "Text shown in an empty panel. Empty: the default in the page's language.",
  }),
  starters: Type.Array(Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }), {
    maxItems: 6,
    uniqueItems: true,
    description: 'Questions suggested in an empty panel.',
  }),
  model: Type.Enum([...assistantModels], {
    description:
      '`builtin/extracts-1`: quotes passages from the pages. `project`: uses the models and keys that are set at `/v1/projects/{projectId}/models`; if they are deleted, the assistant quotes passages again.',
  }),
  instructions: Type.String({
    maxLength: 4000,
    description: "Instructions for the model on terminology and names. Don't put secrets here.",
  }),
  tone: Type.Enum([...assistantTones], { description: "The model's writing style." }),
  messagesPerMinute: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Messages per client address, on the live site and with public keys.',
  }),
  monthlyBudgetUsd: usd(
    1_000_000,
    'Maximum cost of the models per calendar month (UTC). After that, answers quote passages from the pages. Null: no limit. With a budget, models without prices are not used.',
  ),
  visitorDailyBudgetUsd: usd(1_000, "Maximum cost of one visitor's questions per day (UTC)."),
  retentionDays: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: 'How long threads are stored. 0: nothing is stored, and stored threads are deleted.',
  }),
  fallback: Nullable(Fallback),
} as const;

export const AssistantSettings = Type.Object(
  {
    ...fields,
    spentThisMonthUsd: Type.Number({
      description:
        'Cost of the models this month (UTC), including the maximum cost of answers in progress. Counted only while a budget is set.',
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
    summary: "Get a project's assistant settings",
    description:
      "Returns the settings of the assistant on the project's live site and in the API. Defaults are included.",
    scope: 'projects:read',
    success: json(200, 'The settings.', AssistantSettings),
    errors: ['not_found'],
  }),
  updateAssistantSettings: operation({
    ...project,
    method: 'PATCH',
    summary: "Change a project's assistant settings",
    description:
      "Omitted fields are unchanged. Changes apply from the next message. `fallback` is a link that is shown if the pages don't contain an answer; null for none.",
    scope: 'projects:write',
    body: UpdateAssistantSettingsBody,
    success: json(200, 'The settings.', AssistantSettings),
    errors: ['not_found', 'model_settings_invalid'],
  }),
} as const;
