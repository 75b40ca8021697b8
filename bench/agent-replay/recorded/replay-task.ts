import type { ModelPrices } from '../../../packages/server/src/platform/models/index.ts';
import { readRecording, summarizeRequest, type Recording } from './recording.ts';
import { openReplay } from './replay.ts';
import { openSite, runTask, type TaskRun } from './run-task.ts';
import { scoreRecorded, type RecordedScore } from './score-recorded.ts';
import type { RecordedTask } from './task.ts';

export interface ReplayedTask {
  /** `undefined` if the job failed because of a request that wasn't recorded. */
  readonly run: TaskRun | undefined;
  readonly score: RecordedScore;
  readonly changedResults: number;
}

/** Runs a task with recorded answers. A request that wasn't recorded makes the result wrong. */
export async function replayTask(
  task: RecordedTask,
  prices?: ModelPrices,
  recording: Recording = readRecording(task.id),
): Promise<ReplayedTask> {
  const replay = openReplay(recording);
  const run = await runTask(task, (body) => replay.next(summarizeRequest(body)), prices).catch((error: unknown) => {
    if (replay.findFaults().length === 0) throw error;
    return undefined;
  });
  const differences = run === undefined ? [] : scoreRecorded(task, openSite(task), run.outcome).differences;
  const all = [...replay.findFaults(), ...differences];
  return {
    run,
    score: { verdict: all.length === 0 ? 'right' : 'wrong', differences: all },
    changedResults: replay.countChangedResults(),
  };
}
