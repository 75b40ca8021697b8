/**
 * Replays the tasks, and prints how many of them have exactly the expected result.
 *
 * node bench/agent-replay/run-replay.ts [--json] [--task <id>] [--model-settings <file.json>]
 *
 * The settings contain one model in the form that the server's `createModel` accepts, or a list. Without
 * `--model-settings`, `builtin/rules-1` is used.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRulesModel, resolvePolicy, runAgentTurn } from '../../packages/doc-agent/src/index.ts';
import type { AgentModel } from '../../packages/doc-agent/src/index.ts';
import { memoryFiles } from '../../packages/doc-agent/src/testing/memory-files.ts';
import { memoryJournal } from '../../packages/doc-agent/src/testing/memory-journal.ts';
import { simpleGate } from '../../packages/doc-agent/src/testing/simple-gate.ts';
import { createHttpClient } from '../../packages/server/src/platform/http-client/index.ts';
import { createModel } from '../../packages/server/src/platform/models/index.ts';
import type { ModelSettings } from '../../packages/server/src/platform/models/index.ts';
import { filesOf, scoreTask } from './score-task.ts';
import type { Score } from './score-task.ts';
import type { ReplayTask } from './task.ts';
import { tasks } from './tasks.ts';

const clock = {
  now: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

async function replay(task: ReplayTask, model: AgentModel): Promise<Score> {
  const outcome = await runAgentTurn(
    {
      jobId: `job_${task.id.replaceAll('-', '_')}`,
      turn: 1,
      prompt: task.prompt,
      model,
      base: memoryFiles(filesOf(task)),
      gate: simpleGate(),
      journal: memoryJournal(),
      policy: resolvePolicy(),
      clock,
      random: Math.random,
    },
    AbortSignal.timeout(20 * 60_000),
  );
  return scoreTask(task, outcome);
}

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, task: { type: 'string' }, 'model-settings': { type: 'string' } },
});
const http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: ['localhost', '127.0.0.1'] });
const file = values['model-settings'];
const model =
  file === undefined
    ? createRulesModel()
    : createModel(JSON.parse(readFileSync(file, 'utf8')) as ModelSettings | ModelSettings[], { http });
const startedAt = performance.now();
const scores: Score[] = [];
for (const task of tasks.filter((candidate) => values.task === undefined || candidate.id === values.task)) {
  const failed = (error: unknown): Score => ({
    id: task.id,
    exact: false,
    sameResult: false,
    sameFiles: false,
    differences: [String(error)],
  });
  const score = await replay(task, model).catch(failed);
  scores.push(score);
  if (values.json !== true && !score.exact) console.log(`✗ ${score.id}\n  ${score.differences.join('\n  ')}`);
}
await http.close();
const summary = {
  model: `${model.provider}/${model.modelId}`,
  tasks: scores.length,
  noChanges: tasks.filter((task) => task.result === 'no_changes').length,
  exact: scores.filter((score) => score.exact).length,
  sameResult: scores.filter((score) => score.sameResult).length,
  sameFiles: scores.filter((score) => score.sameFiles).length,
  durationMs: Math.round(performance.now() - startedAt),
};
console.log(
  values.json === true
    ? JSON.stringify({ ...summary, scores })
    : `${summary.model}: ${summary.exact} of ${summary.tasks} exact, ${summary.sameResult} with the right result, ${summary.sameFiles} with the right files, in ${summary.durationMs} ms`,
);
process.exitCode = scores.every((score) => score.exact) ? 0 : 1;
