import type { AgentJob } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { toStorableText } from '../../../platform/database/index.ts';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import { returnEvents } from './events-store.ts';
import { endRunOfJob, requestMerge } from './runs-store.ts';
import { isEndpoint, reportRun, type ReportDeps } from './report-run.ts';
import { selectAutomationById, selectMembersByEmail } from './store.ts';
import type { AutomationTables } from './tables.ts';
import { wake, type WakeDeps } from './tickets.ts';

/**
 * Called in the transaction that ends a turn of any agent job. If there is something to review or to fix, returns the
 * IDs of the users to notify: those that the automation names, or its creator.
 */
export type EndRun = (tx: AnyTransaction, job: AgentJob) => Promise<readonly string[]>;

export function createEndRun(deps: WakeDeps & ReportDeps): EndRun {
  return async (anyTx, job) => {
    const tx: Transaction<AutomationTables> = anyTx;
    const { state, outcome } = describeEnd(job);
    const run = await endRunOfJob(
      tx,
      { id: job.id, turn: job.turns },
      {
        state,
        outcome: toStorableText(outcome),
        pr_number: job.pullRequest?.number ?? null,
        pr_link: job.pullRequest?.url ?? null,
        totalUsd: job.usage.costUsd,
      },
    );
    if (run === undefined) return [];
    if (run.state === 'failed') await reportRun(deps, tx, run, 'automation.run.failed');
    // A person has closed or merged the pull request: the next run opens another one for the same events.
    if (job.error?.code === 'pull_request_closed') await returnEvents(tx, run.id);
    const { automation_id: automationId, organization_id: groupId } = run;
    const automation = run.state === 'no_changes' ? undefined : await selectAutomationById(tx, automationId);
    const merges = run.state === 'review_needed' && automation?.update_mode === 'direct_merge';
    if (run.state === 'review_needed' && !merges) await reportRun(deps, tx, run, 'automation.run.review_needed');
    // The next run waits for the merge, so that it doesn't add to the pull request.
    if (merges) {
      await requestMerge(tx, run.id);
      await deps.engine.enqueue(deps.queue, { automationRunId: run.id, what: 'merge' }, { transaction: tx, groupId });
    } else await wake(deps, { id: automationId, organizationId: groupId }, { transaction: tx });
    if (automation === undefined) return [];
    const { notify, created_by_user: creator, organization_id: organizationId } = automation;
    const people = notify.filter((recipient) => !isEndpoint(recipient));
    if (people.length > 0) return selectMembersByEmail(tx, organizationId, people);
    return creator === null ? [] : [creator];
  };
}

const maxOutcomeLength = 500;

function describeEnd(job: AgentJob): {
  readonly state: 'review_needed' | 'no_changes' | 'failed';
  readonly outcome: string;
} {
  const summary = toSentence(job.summary ?? '');
  if (job.status === 'failed') return { state: 'failed', outcome: job.error?.message ?? 'The agent job failed.' };
  switch (job.result) {
    case 'changes': {
      if (job.pullRequest === null) {
        const link = job.prLink === null ? '' : `: ${job.prLink}`;
        return { state: 'no_changes', outcome: `The open pull request of another job has the same changes${link}` };
      }
      const { number } = job.pullRequest;
      const what = job.turns === 1 ? `Opened pull request #${number}` : `Added to pull request #${number}`;
      return { state: 'review_needed', outcome: toSentence(`${what}: ${job.title ?? summary}`) };
    }
    case 'answer':
    case 'no_changes':
      return { state: 'no_changes', outcome: summary === '' ? 'The agent found nothing to change.' : summary };
    case 'needs_input':
      return { state: 'failed', outcome: toSentence(`The agent had a question: ${summary}`) };
    case 'needs_model':
    case 'blocked_by_policy':
    case 'conflict':
    case null:
      return { state: 'failed', outcome: summary === '' ? 'The agent changed nothing.' : summary };
  }
}

/** Returns the first paragraph on one line, followed by the second if the first ends with a colon. */
function toSentence(text: string): string {
  const [first = '', second = ''] = text.trim().split(/\n\s*\n/, 2);
  const start = first.trimEnd().endsWith(':') ? `${first} ${second}` : first;
  const line = start.replaceAll(/^[>*-] +/gm, '').replaceAll(/\s+/g, ' ');
  return line.length <= maxOutcomeLength ? line : `${line.slice(0, maxOutcomeLength - 1)}…`;
}
