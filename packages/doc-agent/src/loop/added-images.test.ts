import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeImage } from '../images/shown-images.ts';
import type { JobImage } from '../ports.ts';
import { composeCommit, composePullRequest } from '../pull-request/compose-pull-request.ts';
import { Crash, memoryJournal } from '../testing/memory-journal.ts';
import { runTestTurn, type TestTurn } from '../testing/run-turn.ts';
import { scriptedModel, type ScriptedAnswer } from '../testing/scripted-model.ts';

const bytes = Buffer.from('\x89PNG\r\n\x1a\nthe bytes', 'latin1');
const image = describeImage('error.png', bytes) as JobImage;
const { name: _name, ...entry } = image;
const images = {
  read: (digest: string) => Promise.resolve(digest === image.digest ? bytes : undefined),
  save: () => Promise.resolve(),
};
const files = {
  'docs.json': '{}',
  'index.mdx': '---\ntitle: Home\n---\n\nHi.\n',
  'guides/a.mdx': '---\ntitle: A\n---\n\nA.\n',
};
const read: ScriptedAnswer = [{ tool: 'read', input: { path: 'index' } }];
const add = (path = 'images/a.png') => ({ tool: 'add_image', input: { image: 'error.png', path } });
const append = (text: string) => ({ tool: 'edit', input: { path: 'index', append: text } });
const finish = { tool: 'finish', input: { outcome: 'changes', title: 'Show it', summary: 'One image.' } };

const run = (script: readonly ScriptedAnswer[], more: Partial<TestTurn> = {}) =>
  runTestTurn({ model: scriptedModel(script), files, images, attached: [image], prompt: 'Show it.', ...more });

test('a turn adds an image to a page without a risk, and the pull request and the commit list the image', async () => {
  const outcome = await run([read, [add(), append('![An error](/images/a.png)')], [finish]]);
  assert.equal(outcome.result, 'changes');
  assert.deepEqual(outcome.risks, []);
  assert.deepEqual(outcome.overlay.get('images/a.png'), { kind: 'image', ...entry });
  const file = { path: 'images/a.png', change: 'added', added: 0, removed: 0, image: entry };
  assert.deepEqual(outcome.files[0], file);
  const facts = { jobId: 'aj_1', prompt: 'Show it.', outcome };
  assert.match(composePullRequest(facts).body, /\| `images\/a\.png` \| added \| image, 1 kB \|/);
  assert.match(composeCommit(facts).body, /- added images\/a\.png \(image, 1 kB\)/);
});

for (const [what, text] of [
  ['by a relative path', '![An error](./images/a.png)'],
  ['by a component', '<Frame><img src="/images/a.png" alt="An error" /></Frame>'],
  ['by an attribute that isn’t a link', '<Card title="Errors" icon="/images/a.png" />'],
  ['as the poster of a video', "<video poster='/images/a.png' />"],
] as const) {
  test(`an image that a page shows ${what} isn’t a risk`, async () => {
    assert.deepEqual((await run([read, [add(), append(text)], [finish]])).risks, []);
  });
}

for (const [what, text] of [
  ['no page shows it', 'More.'],
  ['it appears only in code', '```md\n![An error](/images/a.png)\n```'],
  ['pages show only an image with a longer path', '![An error](/old/images/a.png)'],
] as const) {
  test(`an image is a risk if ${what}`, async () => {
    const outcome = await run([read, [add(), append(text)], [finish]]);
    assert.deepEqual(outcome.risks, ['`images/a.png` was added, but no page shows it.']);
  });
}

test('the tool add_image is offered and explained to the model only in a job with images', async () => {
  for (const attached of [[image], []]) {
    const model = scriptedModel([[{ tool: 'finish', input: { outcome: 'no_changes', summary: 'So it is.' } }]]);
    await run([], { model, attached });
    const [request] = model.requests;
    const isOffered = request?.tools?.some((tool) => tool.name === 'add_image');
    assert.equal(isOffered, attached.length > 0);
    assert.equal(JSON.stringify(request?.prompt).includes('add it with add_image'), attached.length > 0);
  }
});

const strangers: readonly (readonly [what: string, turn: Partial<TestTurn>])[] = [
  ['with evidence', { evidence: [{ kind: 'issue', text: 'Publish error.png as images/a.png.' }] }],
  ['from a comment on a code host', { isFromCodeHost: true }],
];
for (const [what, origin] of strangers) {
  test(`a turn ${what} can’t add the images of earlier turns, but a person’s next prompt can`, async () => {
    const journal = memoryJournal();
    await run([read, [{ tool: 'finish', input: { outcome: 'no_changes', summary: 'Nothing to do.' } }]], { journal });
    const obeying = scriptedModel([
      [add()],
      [{ tool: 'finish', input: { outcome: 'no_changes', summary: 'It is impossible.' } }],
    ]);
    const more = { journal, attached: [], prompt: 'Update the pages.' };
    const outcome = await run([], { ...more, ...origin, turn: 2, model: obeying });
    assert.deepEqual([outcome.result, outcome.overlay.size], ['no_changes', 0]);
    assert.match(JSON.stringify(obeying.requests.at(-1)?.prompt), /unknown_tool/);
    const script: ScriptedAnswer[] = [[add(), append('![An error](/images/a.png)')], [finish]];
    const later = await run(script, { ...more, turn: 3 });
    assert.ok(later.overlay.has('images/a.png'));
  });
}

test('a follow-up without images moves the image of an earlier turn', async () => {
  const journal = memoryJournal();
  await run([read, [add(), append('![An error](/images/a.png)')], [finish]], { journal });
  const move: ScriptedAnswer = [
    add('images/b.png'),
    { tool: 'revert', input: { paths: ['images/a.png'] } },
    { tool: 'edit', input: { path: 'index', edits: [{ old: '/images/a.png', new: '/images/b.png' }] } },
  ];
  const outcome = await run([move, [finish]], { journal, turn: 2, attached: [], prompt: 'Move it.' });
  assert.deepEqual([...outcome.overlay.keys()].sort(), ['images/b.png', 'index.mdx']);
  assert.deepEqual(outcome.risks, []);
});

test('the image of a blocked turn is dropped in the next turn, and images of earlier turns are kept', async () => {
  const journal = memoryJournal();
  const shown = append('![An error](/images/a.png)');
  await run([read, [add(), shown], [finish]], { journal });
  const blocked = { tool: 'finish', input: { outcome: 'blocked_by_policy', summary: 'No.' } };
  await run([[add('images/b.png')], [blocked]], { journal, turn: 2, attached: [] });
  assert.ok(journal.overlay.has('images/b.png'));
  await run([[{ tool: 'finish', input: { outcome: 'no_changes', summary: 'So it is.' } }]], {
    journal,
    turn: 3,
    attached: [],
  });
  assert.deepEqual([...journal.overlay.keys()].sort(), ['images/a.png', 'index.mdx']);
});

test('a turn that is killed before or after any record, and then resumed, has the same files', async () => {
  const script: ScriptedAnswer[] = [read, [add(), append('![An error](/images/a.png)')], [finish]];
  const expected = await run(script);
  for (const when of ['before', 'after'] as const) {
    for (let count = 1; count <= 7; count++) {
      const journal = memoryJournal();
      journal.crashAt = { count, when };
      const model = scriptedModel(script);
      await assert.rejects(run([], { model, journal }), Crash);
      journal.crashAt = undefined;
      const rest = journal.records.filter(({ kind }) => kind === 'assistant').length;
      const outcome = await run(script.slice(rest), { journal });
      assert.deepEqual([...outcome.overlay], [...expected.overlay], `${when} ${count}`);
    }
  }
});
