/**
 * Replays requests on the real histories of public documentation repositories. Each task consists of the state before a
 * commit, a request in words, and the commit itself as a careful person's result.
 *
 * node bench/agent-replay/run-history.ts --mirrors <folder> [--json] [--task <id>] [--model-settings <file.json>]
 *
 * `history.json` names each task's repository, commit and license, and contains nothing from the repositories. The
 * folder contains `owner+name.git` (`git clone --bare https://github.com/owner/name owner+name.git`); tasks without a
 * repository are counted as missing. As in the service, the site builder is the docs gate.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { TurnOutcome } from '../../packages/doc-agent/src/index.ts';
import { memoryJournal } from '../../packages/doc-agent/src/testing/memory-journal.ts';
import { chooseModel, type ChosenModel } from './choose-model.ts';
import { findMirror, readCommit, type RepositoryState } from './read-commit.ts';
import { replayTurn } from './replay-turn.ts';
import { scoreHistory, type HistoryScore, type HistoryTask } from './score-history.ts';
import { siteGate } from './site-gate.ts';

async function replay(task: HistoryTask, state: RepositoryState, by: ChosenModel): Promise<TurnOutcome> {
  using site = siteGate(state.files);
  return replayTurn({ site, by, journal: memoryJournal(), turn: 1, prompt: task.prompt });
}

async function runTask(task: HistoryTask, mirrors: string, by: ChosenModel): Promise<HistoryScore | undefined> {
  const gitDir = findMirror(mirrors, task.repository);
  if (gitDir === undefined) return undefined;
  const before = readCommit(gitDir, task.start === 'commit' ? task.commit : `${task.commit}~1`);
  const after = readCommit(gitDir, task.commit);
  return scoreHistory(task, { before, after, outcome: await replay(task, before, by) });
}

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    json: { type: 'boolean' },
    task: { type: 'string' },
    'model-settings': { type: 'string' },
  },
});
const { mirrors } = values;
if (mirrors === undefined) throw new Error('--mirrors <folder> is required: see bench/agent-replay/README.md');
const { tasks } = JSON.parse(readFileSync(new URL('history.json', import.meta.url), 'utf8')) as {
  tasks: HistoryTask[];
};
await using chosen = await chooseModel(values['model-settings']);
const { model } = chosen;
const scores: HistoryScore[] = [];
const missing: string[] = [];
for (const task of tasks.filter(({ id }) => values.task === undefined || values.task === id)) {
  const score = await runTask(task, mirrors, chosen).catch((error: unknown): HistoryScore => ({
    id: task.id,
    passed: false,
    differences: [error instanceof Error ? error.message : String(error)],
  }));
  if (score === undefined) missing.push(task.id);
  else scores.push(score);
  if (score?.passed === false && values.json !== true) console.log(`✗ ${task.id}\n  ${score.differences.join('\n  ')}`);
}
const passed = (check: (task: HistoryTask) => boolean): string => {
  const ids = new Set(tasks.filter(check).map(({ id }) => id));
  const those = scores.filter(({ id }) => ids.has(id));
  return `${those.filter((score) => score.passed).length} of ${those.length}`;
};
const summary = {
  model: `${model.provider}/${model.modelId}`,
  tasks: scores.length,
  exact: passed((task) => task.check === 'exact' && task.result === 'changes'),
  files: passed((task) => task.check === 'files'),
  noChanges: passed((task) => task.result === 'no_changes'),
  missing: missing.length,
};
console.log(
  values.json === true
    ? JSON.stringify({ ...summary, scores })
    : `${summary.model}: exact ${summary.exact}, gate and files ${summary.files}, no changes ${summary.noChanges}; ${summary.missing} without their repository`,
);
if (scores.length === 0) console.error(`no task was run: ${mirrors} has none of the repositories`);
process.exitCode = scores.length > 0 && scores.every((score) => score.passed) ? 0 : 1;
