import type { AskModel } from './ask-model.ts';
import { summarizeRequest, type Exchange } from './recording.ts';
import { openSite, runTask } from './run-task.ts';
import { scoreRecorded, type RecordedScore } from './score-recorded.ts';
import type { RecordedTask } from './task.ts';

/** Runs a task with a model, and returns its answers. */
export async function recordTask(
  task: RecordedTask,
  ask: AskModel,
): Promise<{ readonly exchanges: readonly Exchange[]; readonly score: RecordedScore }> {
  const exchanges: Exchange[] = [];
  const { outcome } = await runTask(task, async (body) => {
    const answer = await ask(body);
    exchanges.push({ request: summarizeRequest(body), answer });
    return answer;
  });
  return { exchanges, score: scoreRecorded(task, openSite(task), outcome) };
}
