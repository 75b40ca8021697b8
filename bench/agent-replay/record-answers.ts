/**
 * Runs the recorded tasks with a language model, and stores its answers in `recorded/recordings/`.
 *
 * node bench/agent-replay/record-answers.ts --model-settings <file.json> [--only <id>]
 *
 * node bench/agent-replay/record-answers.ts --answers-from <folder> --model <name> [--only <id>]
 *
 * The first form forwards each request to the `baseUrl` of the settings, an endpoint with the Chat Completions API. The
 * second form writes each request to `<folder>/<id>/<n>.request.json`, and waits for `<n>.answer.json` next to it:
 * `{"text": "…", "calls": [{"name": "read", "arguments": {…}}]}`. All tasks then run at the same time.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askEndpoint, askFolder, readEndpoint } from './recorded/ask-model.ts';
import { recordTask } from './recorded/record-task.ts';
import { recordingFile } from './recorded/recording.ts';
import { recordedTasks } from './recorded/tasks.ts';
import type { RecordedTask } from './recorded/task.ts';

const { values } = parseArgs({
  options: {
    'model-settings': { type: 'string' },
    'answers-from': { type: 'string' },
    model: { type: 'string' },
    only: { type: 'string' },
  },
});
const settings = values['model-settings'];
const folder = values['answers-from'];
if ((settings === undefined) === (folder === undefined))
  throw new Error(
    'either --model-settings <file> or --answers-from <folder> is required: see bench/agent-replay/README.md',
  );
const endpoint = settings === undefined ? undefined : readEndpoint(settings);
const model = endpoint?.model ?? values.model;
if (model === undefined) throw new Error('--model <name> is needed: the model that writes the answers');
const recordedOn = new Date().toISOString().slice(0, 10);

async function record(task: RecordedTask): Promise<void> {
  const ask = endpoint === undefined ? askFolder(join(folder ?? '', task.id)) : askEndpoint(endpoint);
  const { exchanges, score } = await recordTask(task, ask);
  writeFileSync(recordingFile(task.id), `${JSON.stringify({ model, recordedOn, exchanges }, null, 2)}\n`);
  console.log(`${task.id}: ${score.verdict}${score.differences.map((difference) => `\n  ${difference}`).join('')}`);
}

const chosen = recordedTasks.filter(({ id }) => values.only === undefined || values.only === id);
if (chosen.length === 0) throw new Error(`the task ${values.only} doesn't exist`);
if (endpoint === undefined) await Promise.all(chosen.map(record));
else for (const task of chosen) await record(task);
