import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { DateTime, Id, Nullable } from './ids.ts';

const Percent = Type.Integer({ minimum: 1, maximum: 100 });

export const Budget = Type.Object(
  {
    projectId: Nullable(Type.String({ description: 'Null: of the whole organization.' })),
    usd: Type.Number({ description: 'What models may cost in a calendar month of UTC: agent jobs and the assistant.' }),
    thresholds: Type.Array(Percent, { description: 'Percent of it at which an alert is sent, once a month each.' }),
    stopJobs: Type.Boolean({ description: 'Whether new agent jobs are refused once all of it is spent.' }),
    month: Type.String({ description: 'The current one, such as `2026-11`.' }),
    spentUsd: Type.Number({
      description:
        'Spent in the month, as far as prices are known. An answer of the assistant that is under way counts with the most that it can cost.',
    }),
    unpricedAnswers: Type.Integer({
      description: 'Answers of models in agent jobs that are not counted, for their price is not known.',
    }),
    alerts: Type.Array(
      Type.Object({
        threshold: Percent,
        spentUsd: Type.Number(),
        budgetUsd: Type.Number({ description: 'The budget of then.' }),
        at: DateTime('When it was sent.'),
      }),
      { description: 'Of the month.' },
    ),
  },
  { $id: 'Budget' },
);
export type Budget = Static<typeof Budget>;

export const SetBudgetBody = Type.Object(
  {
    projectId: Type.Optional(Nullable(Id('A project; left out or null: the whole organization.'))),
    usd: Type.Number({ minimum: 0.01, maximum: 1_000_000, description: 'US dollars a month.' }),
    thresholds: Type.Optional(
      Type.Array(Percent, { maxItems: 10, description: 'Percent; default: 50, 80 and 100. Empty: no alerts.' }),
    ),
    stopJobs: Type.Optional(Type.Boolean({ default: false })),
  },
  { $id: 'SetBudget' },
);
export type SetBudgetBody = Static<typeof SetBudgetBody>;

export const BudgetList = Type.Object({ budgets: Type.Array(Budget) }, { $id: 'BudgetList' });
export type BudgetList = Static<typeof BudgetList>;

const tag = 'Organization';

export const budgetOperations = {
  listBudgets: operation({
    method: 'GET',
    path: '/v1/budgets',
    tag,
    summary: 'List budgets',
    description:
      'Monthly budgets for models, with what is spent of them. A key that is bound to projects sees those of its projects only.',
    scope: 'organization:read',
    success: json(200, 'The organization’s first, then those of projects.', BudgetList),
    errors: [],
  }),
  setBudget: operation({
    method: 'PUT',
    path: '/v1/budgets',
    tag,
    summary: 'Set a budget',
    description: 'Of the organization or of one project; replaces the one that is there.',
    scope: 'organization:write',
    body: SetBudgetBody,
    success: json(200, 'The budget.', Budget),
    errors: ['not_found'],
  }),
  deleteBudget: operation({
    method: 'DELETE',
    path: '/v1/budgets',
    tag,
    summary: 'Delete a budget',
    description: 'Of the organization, or of the project that is named.',
    scope: 'organization:write',
    query: Type.Object({ projectId: Type.Optional(Id('A project.')) }),
    success: { status: 204, description: 'It is gone.', content: {} },
    errors: ['not_found'],
  }),
} as const;
