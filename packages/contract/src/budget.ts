import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { DateTime, Id, Nullable } from './ids.ts';

const Percent = Type.Integer({ minimum: 1, maximum: 100 });

export const Budget = Type.Object(
  {
    projectId: Nullable(Type.String({ description: 'Null: the whole organization.' })),
    usd: Type.Number({
      description: 'Maximum cost of models per calendar month (UTC), for agent jobs and the assistant.',
    }),
    thresholds: Type.Array(Percent, { description: 'Percentages at which an alert is sent, each once a month.' }),
    stopJobs: Type.Boolean({ description: 'Whether new agent jobs are refused once the budget is spent.' }),
    month: Type.String({ description: 'The current month, such as `2026-11`.' }),
    spentUsd: Type.Number({
      description:
        'Cost in the month, for models with known prices. Assistant answers in progress are counted at their maximum cost.',
    }),
    unpricedAnswers: Type.Integer({
      description:
        "Number of model responses in agent jobs that aren't part of the cost, because their price is unknown.",
    }),
    alerts: Type.Array(
      Type.Object({
        threshold: Percent,
        spentUsd: Type.Number(),
        budgetUsd: Type.Number({ description: 'The budget at that time.' }),
        at: DateTime('When the alert was sent.'),
      }),
      { description: 'Alerts in the month.' },
    ),
  },
  { $id: 'Budget' },
);
export type Budget = Static<typeof Budget>;

export const SetBudgetBody = Type.Object(
  {
    projectId: Type.Optional(Nullable(Id('A project; omitted or null: the whole organization.'))),
    usd: Type.Number({ minimum: 0.01, maximum: 1_000_000, description: 'US dollars per month.' }),
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
      'Returns the monthly budgets for models, with the amounts spent. A key bound to projects sees only the budgets of its projects.',
    scope: 'organization:read',
    success: json(200, "The organization's budget first, then those of projects.", BudgetList),
    errors: [],
  }),
  setBudget: operation({
    method: 'PUT',
    path: '/v1/budgets',
    tag,
    summary: 'Set a budget',
    description: 'Sets or replaces the budget of the organization or of one project.',
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
    description: 'Deletes the budget of the organization or of the given project.',
    scope: 'organization:write',
    query: Type.Object({ projectId: Type.Optional(Id('A project.')) }),
    success: { status: 204, description: 'The budget is deleted.', content: {} },
    errors: ['not_found'],
  }),
} as const;
