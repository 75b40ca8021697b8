import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { selectExports, selectHistories, selectMissingGuards, type AuditedExport, type JobHistory } from '../store.ts';

/**
 * Checks N2: states change only by the documented transitions, and a terminal row has all fields that its end requires.
 */
export async function checkHistory(deps: AuditDeps, findings: Findings): Promise<void> {
  const { kysely } = deps.database;
  for (const guard of await selectMissingGuards(kysely)) {
    findings.add('N2', guard, 'the trigger that rejects undocumented transitions is missing or disabled');
  }
  for await (const job of selectHistories(kysely)) {
    findings.count('N2');
    const faults = [...findEventFaults(job), ...findRowFaults(job)];
    for (const fault of faults) findings.add('N2', job.id, fault);
  }
  for await (const job of selectExports(kysely)) {
    findings.count('N2');
    for (const fault of findExportFaults(job)) findings.add('N2', job.id, fault);
  }
}

type State = 'new' | JobHistory['status'];

/** Events of a pull request that people may cause at any time, independent of the job's state. */
const eventsOfAnyState: ReadonlySet<string> = new Set(['pull_request.ended']);

/** Events that change the state; all other events occur while a job is active. */
const transitions: Readonly<Record<string, { readonly from: readonly State[]; readonly to: State }>> = {
  'job.created': { from: ['new'], to: 'active' },
  'job.follow_up': { from: ['completed', 'failed'], to: 'active' },
  'job.completed': { from: ['active'], to: 'completed' },
  'job.failed': { from: ['active'], to: 'failed' },
  'job.cancelled': { from: ['active'], to: 'failed' },
  'job.archived': { from: ['completed', 'failed'], to: 'archived' },
};

function findEventFaults(job: JobHistory): string[] {
  const faults: string[] = [];
  const isGapless = job.eventIds.every((id, index) => id === index + 1);
  if (!isGapless || job.eventIds.length !== job.lastEventId) {
    faults.push(`its events are not numbered consecutively from 1 to ${job.lastEventId}`);
  }
  let state: State = 'new';
  for (const [index, type] of job.eventTypes.entries()) {
    if (eventsOfAnyState.has(type) && state !== 'new') continue;
    const { from, to } = transitions[type] ?? { from: ['active'], to: 'active' };
    if (!from.includes(state)) faults.push(`event ${index + 1}, ${type}, happened while the job was ${state}`);
    state = to;
  }
  if (state !== job.status) faults.push(`its events result in ${state}, but its status is ${job.status}`);
  return faults;
}

function findRowFaults(job: JobHistory): string[] {
  const hasEnded = job.status !== 'active';
  const followUps = job.eventTypes.filter((type) => type === 'job.follow_up').length;
  const isNamed = (job.result === null) !== (job.error === null);
  const rules: readonly (readonly [boolean, string])[] = [
    [
      job.turns === job.turnRows && job.turns === followUps + 1,
      'the number of its turns differs from the number of its prompts',
    ],
    [hasEnded || (job.result === null && job.error === null), 'it is active but already has a result or an error'],
    [!hasEnded || isNamed, 'it has ended with both a result and an error, or with neither'],
    [job.status !== 'completed' || job.result !== null, 'it is completed but has no result'],
    [job.status !== 'failed' || job.error !== null, 'it is failed but has no error'],
    [(job.status === 'archived') === (job.archivedAt !== null), 'its status contradicts its archiving time'],
    [
      job.status !== 'completed' || job.publishState !== 'pushed',
      'it is completed, but the branch that it pushed was not reported',
    ],
    [!job.dryRun || job.prLink === null, 'it is a dry run, but it has a pull request'],
    [!job.isOfDraft || job.prLink === null, 'it suggests changes to a draft, but it has a pull request'],
    [
      job.result !== 'changes' || job.dryRun || job.isOfDraft || job.prLink !== null,
      'its result is "changes", but it has no pull request',
    ],
    [!job.hasMergeFigures || job.prState === 'merged', 'it has merge figures, but its pull request was not merged'],
    [
      (job.mergedLinesAfter ?? 0) <= (job.mergedLines ?? 0),
      'more of its lines were changed after the merge than were merged',
    ],
  ];
  return rules.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}

function findExportFaults(job: AuditedExport): string[] {
  const isCompleted = job.status === 'completed';
  const hasBundle = job.sha256 !== null && job.sizeBytes !== null && job.blobKey !== null;
  const rules: readonly (readonly [boolean, string])[] = [
    [!isCompleted || hasBundle, 'it is completed but has no bundle'],
    [!isCompleted || job.progress === 100, `it is completed with a progress of ${job.progress}`],
    [!isCompleted || job.commit !== null, 'it is completed but has no commit'],
    [isCompleted || job.blobKey === null, `it is ${job.status} but has a bundle`],
    [(job.status === 'failed') === (job.error !== null && job.errorCode !== null), 'its status contradicts its error'],
    [job.progress >= 0 && job.progress <= 100, `its progress is ${job.progress}`],
    [job.status !== 'queued' || job.attempt === 0, 'it is queued but was already claimed'],
  ];
  return rules.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}
