import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryJournal } from '../testing/memory-journal.ts';
import { testTurn } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { runAgentTurn } from './run-agent-turn.ts';

const files = sampleSite;
const never = new AbortController().signal;
const finish = (outcome: string) => [{ tool: 'finish', input: { outcome, title: 'Nothing', summary: 'Done.' } }];
const edit = [
  [{ tool: 'read', input: { path: 'guides/auth' } }],
  [{ tool: 'edit', input: { path: 'guides/auth', edits: [{ old: 'colour', new: 'color' }] } }],
  finish('changes'),
];

/** A job whose first turn changed a page. */
async function afterFirstTurn() {
  const journal = memoryJournal();
  await runAgentTurn(testTurn({ model: scriptedModel(edit), files, journal }), never);
  return journal;
}

test('changes that no pull request shows yet count as the next turn’s work, even if its model denies them', async () => {
  for (const claim of ['changes', 'no_changes']) {
    const journal = await afterFirstTurn();
    const turn = { model: scriptedModel([finish(claim)]), files, journal, turn: 2, published: new Map() };
    const outcome = await runAgentTurn(testTurn(turn), never);
    assert.equal(outcome.result, 'changes', claim);
    assert.match(outcome.notes.join(), /an earlier turn that was not published/);
    assert.deepEqual(
      outcome.files.map(({ path }) => path),
      ['guides/auth.mdx'],
    );
    assert.equal(outcome.title, claim === 'changes' ? 'Nothing' : 'Update guides/auth.mdx');
  }
});

test('changes that the pull request already shows don’t count as the next turn’s work', async () => {
  const journal = await afterFirstTurn();
  const { overlay: published } = journal;
  const turn = { model: scriptedModel([finish('no_changes')]), files, journal, turn: 2, published };
  const outcome = await runAgentTurn(testTurn(turn), never);
  assert.equal(outcome.result, 'no_changes');
});

test('a question ends the turn as a question, even with unpublished work', async () => {
  const journal = await afterFirstTurn();
  const turn = { model: scriptedModel([finish('needs_input')]), files, journal, turn: 2, published: new Map() };
  assert.equal((await runAgentTurn(testTurn(turn), never)).result, 'needs_input');
});

test('a blank prompt ends in a question without calling a model, and the next turn continues without it', async () => {
  const silent = scriptedModel([]);
  const journal = memoryJournal();
  const blank = await runAgentTurn(testTurn({ model: silent, files, journal, prompt: ' \n' }), never);
  assert.deepEqual([blank.result, blank.files, silent.requests.length], ['needs_input', [], 0]);
  assert.match(blank.summary, /What should be changed\?/);
  const model = scriptedModel([finish('no_changes')]);
  await runAgentTurn(testTurn({ model, files, journal, turn: 2, prompt: 'Nothing.' }), never);
  const asked = model.requests[0]?.prompt.filter(({ role }) => role !== 'system');
  assert.deepEqual(
    asked?.map(({ role, content }) => [role, JSON.stringify(content).includes('Nothing.')]),
    [['user', true]],
  );
});

test('if a turn changes no file, the model’s words are quoted, and its title isn’t used', async () => {
  const claim = { title: 'Rewrite 40 pages', summary: 'I rewrote 40 pages.\nAll are better.' };
  for (const outcome of ['no_changes', 'needs_input', 'needs_model', 'blocked_by_policy']) {
    const model = scriptedModel([[{ tool: 'finish', input: { outcome, ...claim } }]]);
    const ended = await runAgentTurn(testTurn({ model, files }), never);
    assert.deepEqual([ended.result, ended.files], [outcome, []]);
    assert.match(
      ended.summary,
      /^(?:No file was changed|Nothing was published)\. The model (?:wrote|asks):\n\n> I rewrote 40 pages\.\n> All are better\.$/,
    );
    assert.doesNotMatch(ended.title, /40/);
  }
});

test('the words of a model that denies its changes, or only writes text, are quoted', async () => {
  const denial = { outcome: 'no_changes', title: 'Nothing', summary: 'I changed nothing.' };
  const model = scriptedModel([
    ...edit.slice(0, 2),
    ...Array.from({ length: 3 }, () => [{ tool: 'finish', input: denial }]),
  ]);
  const denied = await runAgentTurn(testTurn({ model, files }), never);
  assert.equal(denied.result, 'changes');
  assert.match(denied.summary, /^The model said that it changed nothing:\n\n> I changed nothing\.$/);
  const talked = await runAgentTurn(testTurn({ model: scriptedModel(['I rewrote 40 pages.']), files }), never);
  assert.equal(talked.result, 'needs_input');
  assert.match(talked.summary, /The model wrote:\n\n> I rewrote 40 pages\./);
});

test('a new script on a page, and pages that are deleted without a request, are listed as risks', async () => {
  const script = [
    [{ tool: 'read', input: { path: 'guides/auth' } }],
    [{ tool: 'edit', input: { path: 'guides/auth', append: '<script src="https://evil.io/x.js"></script>' } }],
    [{ tool: 'delete_page', input: { path: 'guides/limits', redirect: 'guides/auth' } }],
    finish('changes'),
  ];
  const { risks } = await runAgentTurn(testTurn({ model: scriptedModel(script), files, prompt: 'fix a typo' }), never);
  assert.match(
    risks.join('\n'),
    /not named in the request: `guides\/limits\.mdx`[^]*now has a script[^]*external host `evil\.io`/,
  );
});

test('a deletion that an earlier turn requested isn’t a risk in the next turn', async () => {
  const journal = memoryJournal();
  const gone = [
    [{ tool: 'delete_page', input: { path: 'guides/limits', redirect: 'guides/auth' } }],
    finish('changes'),
  ];
  await runAgentTurn(testTurn({ model: scriptedModel(gone), files, journal, prompt: 'delete guides/limits' }), never);
  const turn = { model: scriptedModel(edit), files, journal, turn: 2, prompt: 'now write color' };
  assert.deepEqual((await runAgentTurn(testTurn(turn), never)).risks, []);
});
