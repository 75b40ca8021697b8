import { repeat, type Repetition } from '../../../../platform/clock/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { JobEngine, JobQueue } from '../../../../platform/job-engine/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { takeTurn, type UpkeepTables } from '../../../foundation/upkeep/index.ts';
import { measureMerge, postponeMeasuring, type MeasureDeps } from './measure-merge.ts';
import { selectDueMergeChecks } from './store.ts';

export interface MergeCheckTicket {
  readonly agentJobId: string;
}

export interface MergeCheckDeps extends MeasureDeps {
  readonly engine: JobEngine;
  readonly queue: JobQueue<MergeCheckTicket>;
  readonly log: Logger;
}

/** Defines the queue of merge checks. A failed check is rescheduled in its row, so the queue doesn't retry it. */
export function defineMergeCheckQueue(engine: JobEngine): JobQueue<MergeCheckTicket> {
  return engine.defineQueue<MergeCheckTicket>('merge-checks', {
    retryLimit: 0,
    lostAttemptsLimit: 3,
    expireMs: 10 * 60_000,
  });
}

export async function workOnMergeChecks(deps: MergeCheckDeps, concurrency: number): Promise<void> {
  const { engine, queue, log } = deps;
  await engine.work(
    queue,
    {
      concurrency,
      groupConcurrency: 1,
      onDead: async ({ data, error }, reason) => {
        log.warn({ ...data, reason, error }, 'the figures of a merged pull request could not be determined');
        await postponeMeasuring(deps, data.agentJobId);
      },
    },
    ({ data }, signal) => measureMerge(deps, data.agentJobId, signal),
  );
}

const everySeconds = 55;
/** Maximum number of checks that are started at once; others follow in a minute. */
const maxChecks = 200;

/** Starts due checks. Each check is started by only one of the workers. */
export function watchMergeChecks(deps: MergeCheckDeps & { readonly database: Database<UpkeepTables> }): Repetition {
  return repeat(() => startDueMergeChecks(deps), {
    everyMs: everySeconds * 1_000,
    onError: (error) =>
      deps.log.warn({ err: error }, 'merged pull requests could not be checked; retrying in a minute'),
  });
}

export async function startDueMergeChecks(
  deps: MergeCheckDeps & { readonly database: Database<UpkeepTables> },
): Promise<void> {
  const { database, engine, queue, clock } = deps;
  if (!(await takeTurn(database.kysely, 'merge_checks', everySeconds))) return;
  for (const { agentJobId, organizationId } of await selectDueMergeChecks(
    database.kysely,
    new Date(clock.now()),
    maxChecks,
  ))
    await engine.enqueue(queue, { agentJobId }, { singletonKey: agentJobId, groupId: organizationId });
}
