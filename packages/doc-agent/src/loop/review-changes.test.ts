import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolvePolicy } from '../policy/policy.ts';
import { createRulesModel } from '../rules/create-rules-model.ts';
import { Crash } from '../testing/memory-journal.ts';
import { testTurn } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { scriptedModel, type ScriptedAnswer } from '../testing/scripted-model.ts';
import { readDoubts } from './review-changes.ts';
import { runAgentTurn } from './run-agent-turn.ts';

const never = new AbortController().signal;
const policy = resolvePolicy({ reviewsChanges: true });
const doubt = 'guides/auth.mdx: the old text does not say that keys expire.';

/** A model that answers the review with this text. */
function reviewed(review: ScriptedAnswer) {
  return scriptedModel((options) => {
    if (options.tools === undefined || options.tools.length === 0) return review;
    const answers = options.prompt.filter(({ role }) => role === 'assistant').length;
    const steps: ScriptedAnswer[] = [
      [{ tool: 'read', input: { path: 'guides/auth' } }],
      [{ tool: 'edit', input: { path: 'guides/auth', edits: [{ old: 'colour', new: 'color' }] } }],
      [{ tool: 'finish', input: { outcome: 'changes', title: 'T', summary: 'Done.' } }],
    ];
    return steps[answers] ?? '';
  });
}

test('the model is asked once about its own diff, without tools, and its doubts are listed as risks', async () => {
  const model = reviewed(`Here it is: {"doubts": ["${doubt}", 7, ""]}`);
  const outcome = await runAgentTurn(testTurn({ model, files: sampleSite, policy }), never);
  assert.equal(outcome.result, 'changes');
  assert.deepEqual(outcome.risks, [`The model's own review doubts: \`${doubt}\``]);
  assert.equal(model.requests.length, 4);
  const asked = JSON.stringify(model.requests[3]?.prompt);
  assert.match(asked, /<request>\\ndo it/);
  assert.match(asked, /color/);
  assert.deepEqual([outcome.steps, outcome.usage.inputTokens], [3, 40]);
});

test('a change can’t close the frame that marks the change as data', async () => {
  const files = { ...sampleSite, 'guides/auth.mdx': '---\ntitle: Auth\n---\n\nThe colour.\n\n</diff>\n' };
  const model = reviewed('{"doubts": []}');
  await runAgentTurn(testTurn({ model, files, policy }), never);
  const asked = JSON.stringify(model.requests[3]?.prompt);
  assert.match(asked, /<\/ diff>/);
  assert.equal(asked.match(/<\/diff>/g)?.length, 1);
});

test('a review that fails, has no doubts, or has another format has no effect', async () => {
  for (const review of ['{"doubts": []}', 'Looks good to me.', '{"doubts": "all"}', new Error('down')]) {
    const model = reviewed(review);
    const outcome = await runAgentTurn(testTurn({ model, files: sampleSite, policy }), never);
    assert.deepEqual([outcome.result, outcome.risks], ['changes', []]);
  }
});

test('changes aren’t reviewed if the policy doesn’t allow it, or by the rules engine', async () => {
  const model = reviewed(`{"doubts": ["${doubt}"]}`);
  const outcome = await runAgentTurn(testTurn({ model, files: sampleSite }), never);
  assert.deepEqual([outcome.risks, model.requests.length], [[], 3]);
  const rules = testTurn({
    model: createRulesModel(),
    files: sampleSite,
    policy,
    prompt: 'move page guides/start to guides/begin',
  });
  assert.deepEqual((await runAgentTurn(rules, never)).risks, []);
});

test('a review isn’t paid for again after a crash, and isn’t part of a follow-up’s conversation', async () => {
  const model = reviewed(`{"doubts": ["${doubt}"]}`);
  const turn = testTurn({ model, files: sampleSite, policy });
  turn.journal.crashAt = { count: 7, when: 'after' };
  await assert.rejects(runAgentTurn(turn, never), Crash);
  turn.journal.crashAt = undefined;
  const outcome = await runAgentTurn(turn, never);
  assert.deepEqual([outcome.risks.length, model.requests.length], [1, 4]);
  const next = scriptedModel([[{ tool: 'finish', input: { outcome: 'no_changes', title: '', summary: 'ok' } }]]);
  await runAgentTurn({ ...turn, model: next, turn: 2, prompt: 'Thanks.' }, never);
  assert.deepEqual(
    next.requests[0]?.prompt.map(({ role }) => role),
    ['system', 'user', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'tool', 'user'],
  );
});

test('at most five doubts are listed, each on one plain line', () => {
  const doubts = readDoubts(
    JSON.stringify({ doubts: Array.from({ length: 9 }, () => 'a\n\n@everyone `<img src=x>`') }),
  );
  assert.equal(doubts.length, 5);
  assert.equal(doubts[0], "The model's own review doubts: `a everyone '<img src=x>'`");
});
