import { Type, type Static } from 'typebox';
import { codeHostKinds } from './code-host.ts';
import { DateTime, Nullable } from './ids.ts';

/** Comments that start a job or, on a job's pull request, continue it. */
export const followUpModes = ['mention', 'review', 'off'] as const;
export type FollowUpMode = (typeof followUpModes)[number];

const fields = {
  followUps: Type.Enum([...followUpModes], {
    description:
      'The comments that the agent acts on: those that mention it (`mention`), those and every review comment on its own pull requests (`review`), or none (`off`).',
  }),
  mention: Type.String({
    minLength: 2,
    maxLength: 50,
    pattern: '^[@/][A-Za-z0-9][A-Za-z0-9_-]*$',
    description: 'The text that mentions the agent in comments, such as `@docwright`.',
  }),
};

export const CreateCodeHostHookBody = Type.Object(
  {
    followUps: Type.Optional(fields.followUps),
    mention: Type.Optional(fields.mention),
    install: Type.Optional(
      Type.Boolean({
        description:
          "Also create the webhook on the code host, if the installation's credential allows it. Default: false.",
      }),
    ),
    secret: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 200,
        description: "A secret created by the code host, such as GitLab's signing token. Default: a generated one.",
      }),
    ),
  },
  { $id: 'CreateCodeHostHook' },
);
export type CreateCodeHostHookBody = Static<typeof CreateCodeHostHookBody>;

const shown = {
  id: Type.String(),
  projectId: Type.String(),
  kind: Type.Enum([...codeHostKinds]),
  url: Type.String({ format: 'uri', description: 'The address to enter on the code host.' }),
  ...fields,
  createdBy: Type.String(),
  createdAt: DateTime('When the hook was created.'),
  installed: Type.Boolean({ description: 'Whether the service created the webhook on the code host.' }),
  installProblem: Nullable(
    Type.String({ description: "The reason that the webhook couldn't be created, and what to do." }),
  ),
  lastEventAt: Nullable(DateTime('When the code host last sent an event.')),
};

export const CodeHostHook = Type.Object(shown, { $id: 'CodeHostHook' });
export type CodeHostHook = Static<typeof CodeHostHook>;

export const NewCodeHostHook = Type.Object(
  { ...shown, secret: Type.String({ description: 'The secret to enter on the code host, shown only once.' }) },
  { $id: 'NewCodeHostHook' },
);
export type NewCodeHostHook = Static<typeof NewCodeHostHook>;

export const CodeHostHookList = Type.Object({ hooks: Type.Array(CodeHostHook) }, { $id: 'CodeHostHookList' });
export type CodeHostHookList = Static<typeof CodeHostHookList>;

export const codeHostEventOutcomes = ['waiting', 'job-started', 'follow-up', 'noted', 'ignored'] as const;
export type CodeHostEventOutcome = (typeof codeHostEventOutcomes)[number];

export const codeHostEventTypes = ['comment', 'pull-request-ended', 'pull-request-changed', 'branch-moved'] as const;

export const CodeHostEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum([...codeHostEventTypes]),
    pullRequest: Nullable(Type.Integer({ minimum: 1, description: 'Null for a push, and for a comment on an issue.' })),
    issue: Nullable(Type.Integer({ minimum: 1, description: 'For a comment on an issue: its number.' })),
    branches: Type.Array(Type.String(), { description: 'For a push: the updated branches.' }),
    author: Nullable(Type.String()),
    outcome: Type.Enum([...codeHostEventOutcomes]),
    reason: Nullable(Type.String({ description: 'The reason that the event was ignored, or what it is waiting for.' })),
    agentJobId: Nullable(Type.String()),
    receivedAt: DateTime('When the event was received.'),
    handledAt: Nullable(DateTime('When the event was processed.')),
  },
  { $id: 'CodeHostEvent' },
);
export type CodeHostEvent = Static<typeof CodeHostEvent>;

export const CodeHostEventList = Type.Object({ events: Type.Array(CodeHostEvent) }, { $id: 'CodeHostEventList' });
export type CodeHostEventList = Static<typeof CodeHostEventList>;

export const CodeHostReceipt = Type.Object(
  { outcome: Type.Enum(['accepted', 'duplicate', 'ignored']), reason: Nullable(Type.String()) },
  { $id: 'CodeHostReceipt' },
);
export type CodeHostReceipt = Static<typeof CodeHostReceipt>;
