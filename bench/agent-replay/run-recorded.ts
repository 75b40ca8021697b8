/**
 * Replays the recorded answers of a language model through the service's model client, engine, tools and docs gate, and
 * compares the results with the facts of each task.
 *
 *   node bench/agent-replay/run-recorded.ts [--json] [--only <id>] [--prices <input>/<output>]
 *
 * Prices are in US dollars per million tokens. The command fails if a fact doesn't hold, or if the service
 * sends a request that wasn't recorded.
 */
import { parseArgs } from 'node:util';
import { replayTask } from './recorded/replay-task.ts';
import { openSite } from './recorded/run-task.ts';
import { idleEnding, scoreRecorded, type RecordedScore } from './recorded/score-recorded.ts';
import { recordedTasks } from './recorded/tasks.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string' }, prices: { type: 'string' } },
});
const [, input, output] = /^([\d.]+)\/([\d.]+)$/.exec(values.prices ?? '') ?? [];
if (values.prices !== undefined && output === undefined)
  throw new Error(`--prices is "${values.prices}". Specify two prices, such as 3/15.`);
const prices =
  output === undefined ? undefined : { inputUsdPerMillion: Number(input), outputUsdPerMillion: Number(output) };

interface Row {
  readonly task: string;
  readonly verdict: RecordedScore['verdict'];
  readonly 'doing nothing': RecordedScore['verdict'];
  readonly answers: number | null;
  readonly 'sent kB': number | null;
  readonly 'input tokens': number | null;
  readonly 'output tokens': number | null;
  readonly 'cost in USD': number | null;
  readonly 'changed results': number;
}

const chosen = recordedTasks.filter(({ id }) => values.only === undefined || values.only === id);
if (chosen.length === 0) throw new Error(`the task ${values.only} doesn't exist`);
const rows: Row[] = [];
const differences: string[] = [];
for (const task of chosen) {
  const { score, run, changedResults } = await replayTask(task, prices);
  differences.push(...score.differences.map((difference) => `${task.id}: ${difference}`));
  rows.push({
    task: task.id,
    verdict: score.verdict,
    'doing nothing': scoreRecorded(task, openSite(task), idleEnding).verdict,
    answers: run?.requests ?? null,
    'sent kB': run === undefined ? null : Math.round(run.sentBytes / 1000),
    'input tokens': run?.inputTokens ?? null,
    'output tokens': run?.outputTokens ?? null,
    'cost in USD': run?.costUsd ?? null,
    'changed results': changedResults,
  });
}
const count = (column: 'verdict' | 'doing nothing'): number => rows.filter((row) => row[column] === 'right').length;
const summary = { tasks: rows.length, right: count('verdict'), rightByDoingNothing: count('doing nothing') };
if (values.json === true) console.log(JSON.stringify({ ...summary, rows, differences }));
else {
  console.table(rows);
  for (const difference of differences) console.log(difference);
  console.log(
    `${summary.right} of ${summary.tasks} right; an engine that does nothing: ${summary.rightByDoingNothing} of ${summary.tasks}`,
  );
}
process.exitCode = summary.right === summary.tasks ? 0 : 1;
