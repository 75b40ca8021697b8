import type { Automation, AutomationRun, ContextRepository } from '@docwright/contract';
import { addSentence } from './add-sentence.ts';
import type { AutomationRow, ListedRun } from './tables.ts';

export function toAutomation(
  row: AutomationRow,
  shown: {
    readonly baseUrl: string;
    readonly waiting: number;
    readonly lastRun: ListedRun | undefined;
    readonly repositoryUrl: (stored: string) => string;
  },
): Automation {
  const isScheduled = row.enabled && row.trigger_type === 'schedule';
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    kind: row.kind,
    enabled: row.enabled,
    trigger: { type: row.trigger_type, ...row.trigger },
    instructions: row.instructions,
    contextRepositories: row.context_repositories.map((context): ContextRepository => ({
      ...context,
      repository: shown.repositoryUrl(context.repository),
    })),
    limits: row.limits,
    minReaders: row.min_readers,
    targetLanguages: [...row.target_languages],
    updateMode: row.update_mode,
    notify: [...row.notify],
    eventUrl: row.trigger_type === 'event' ? `${shown.baseUrl}/v1/automations/${row.id}/events` : null,
    nextRunAt: isScheduled ? (row.due_at?.toISOString() ?? null) : null,
    waitingEvents: shown.waiting,
    waitingFor: row.waiting_for,
    source:
      row.source_path === null || row.source_commit === null
        ? null
        : { path: row.source_path, commit: row.source_commit },
    lastRun: shown.lastRun === undefined ? null : toRun(shown.lastRun),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function toRun(row: ListedRun): AutomationRun {
  const { pr_number: number, pr_link: url } = row;
  return {
    id: row.id,
    automationId: row.automation_id,
    projectId: row.project_id,
    state: row.state,
    trigger: row.trigger,
    startedBy: row.started_by,
    events: row.events,
    jobId: row.job_id,
    pullRequest: number === null || url === null ? null : { number, url, state: toPullRequestState(row.state) },
    costUsd: Number(row.cost_usd),
    outcome: toOutcome(row),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

const toOutcome = ({ state, outcome, merge_waits_for: waitsFor }: ListedRun): string | null =>
  state === 'review_needed' && waitsFor !== null ? addSentence(outcome, waitsFor) : outcome;

function toPullRequestState(state: ListedRun['state']): 'open' | 'merged' | 'closed' {
  if (state === 'accepted') return 'merged';
  return state === 'closed' ? 'closed' : 'open';
}
