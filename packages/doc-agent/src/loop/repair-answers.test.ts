import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTestTurn, testTurn, written } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { runAgentTurn } from './run-agent-turn.ts';

const files = sampleSite;
const finish = { tool: 'finish', input: { outcome: 'no_changes', title: '', summary: 'Done.' } };
const call = (toolCallId: string, toolName: string, input: object | string) =>
  ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input: typeof input === 'string' ? input : JSON.stringify(input),
  }) as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const never = new AbortController().signal;

describe('thoughts at the beginning of a text', () => {
  const thoughts = '<think>\nShould I leave? <function=delete_page>{"path":"index"}</function>\n</think>\n';

  test('are neither stored nor sent again, and a call in the thoughts isn’t executed', async () => {
    const model = scriptedModel([
      { content: [text(`${thoughts}I read it.`), call('a', 'read', { path: 'index' })] },
      `${thoughts}Which page do you mean?`,
    ]);
    const turn = testTurn({ model, files });
    const outcome = await runAgentTurn(turn, never);
    assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
    assert.doesNotMatch(JSON.stringify([turn.journal.records, model.requests, outcome]), /Should I leave|delete_page>/);
    assert.match(JSON.stringify(model.requests[1]?.prompt), /I read it\./);
  });

  test('aren’t an answer: a model that only thinks is treated like a silent model', async () => {
    await assert.rejects(runTestTurn({ model: scriptedModel([thoughts]), files }), { code: 'model_no_tools' });
  });

  test('that are quoted later in a text stay in it', async () => {
    const quoted = 'Remove `<think>` or `</think>`?';
    const outcome = await runTestTurn({ model: scriptedModel([quoted]), files });
    assert.match(outcome.summary, /Remove `+<think>`+ or `+<\/think>`+\?/);
  });
});

test('arguments that aren’t JSON are answered with the reason and with their beginning', async () => {
  const model = scriptedModel([{ content: [call('a', 'read', '{"path": "gui')] }, [finish]]);
  await runTestTurn({ model, files });
  const result = JSON.stringify(model.requests[1]?.prompt.at(-1));
  assert.match(result, /aren't valid JSON: .+; nothing was done\. They begin with: \{\\"path\\": \\"gui/);
  assert.doesNotMatch(result, /AI_/);
});

test('a call to another agent’s tool is answered with the names of the available tools', async () => {
  const model = scriptedModel([
    [
      { tool: 'read_file', input: { path: 'index.mdx' } },
      { tool: 'bash', input: { command: 'ls' } },
      { tool: 'str_replace_editor', input: { command: 'view', path: 'index.mdx' } },
    ],
    [finish],
  ]);
  await runTestTurn({ model, files });
  const [, ...results] = JSON.stringify(model.requests[1]?.prompt.at(-1)).split('there is no tool');
  assert.equal(results.length, 3);
  for (const result of results) assert.match(result, /the tools are list, read, grep, .*finish/);
});

test('several reads, an edit and `finish` can be in one answer, even with the same ID', async () => {
  const reads = ['index', 'guides/start', 'guides/limits', 'guides/auth'].map((path) => call('x', 'read', { path }));
  const edit = call('x', 'edit', { path: 'guides/auth', edits: [{ old: 'colour', new: 'color' }] });
  const end = call('x', 'finish', { outcome: 'changes', title: 'Spell it', summary: 'One word.' });
  const outcome = await runTestTurn({ model: scriptedModel([{ content: [...reads, edit, end] }]), files });
  assert.deepEqual([outcome.result, outcome.steps, [...outcome.overlay.keys()]], ['changes', 1, ['guides/auth.mdx']]);
  assert.match(written(outcome, 'guides/auth.mdx') ?? '', /The color of keys/);
});
