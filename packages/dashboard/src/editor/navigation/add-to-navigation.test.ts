import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocwrightError } from '@docwright/sdk';
import { addToNavigation, readPageLists } from './add-to-navigation.ts';

const ids = { projectId: 'p', branch: 'main' };
const docs = '{\n  "navigation": {\n    "groups": [\n      { "group": "A", "pages": ["one"] }\n    ]\n  }\n}\n';
const to = { label: 'A', path: ['navigation', 'groups', 0, 'pages'] };

/** Creates a file that another author saves before each of our first saves. */
function startFile(first: string, others: readonly string[] = []) {
  let content = first;
  const waiting = [...others];
  const client = {
    getDraftFile: async () => ({ content, version: content }) as never,
    putDraftFile: async (sent: { content: string; version: string | null }) => {
      content = waiting.shift() ?? content;
      if (sent.version !== content) throw new DocwrightError('changed', { status: 409, code: 'draft_file_changed' });
      content = sent.content;
      return {} as never;
    },
  };
  return { client, content: () => content };
}

test('a page is added at the end of the list, in the newest version of the file', async () => {
  const newest = docs.replace('"A"', '"New"').replace('    ]', '    ,{ "group": "A", "pages": ["two"] }]');
  const { client, content } = startFile(docs, [newest]);
  await addToNavigation(client, ids, { file: 'docs.json', page: 'guides/three.mdx', to });
  assert.equal(content(), newest.replace('"two"', '"two", "guides/three"'));
  await addToNavigation(client, ids, { file: 'docs.json', page: 'guides/three.mdx', to });
  assert.equal(content(), newest.replace('"two"', '"two", "guides/three"'), 'a retry changes nothing');
});

test('a list that no longer exists is reported', async () => {
  const { client } = startFile('{"navigation": {"groups": []}}');
  await assert.rejects(addToNavigation(client, ids, { file: 'docs.json', page: 'a.mdx', to }), /no longer has .*“A”/);
});

test('the attempts end with an error if the text keeps changing', async () => {
  const { client } = startFile(docs, [`${docs} `, `${docs}  `, `${docs}   `, docs]);
  await assert.rejects(addToNavigation(client, ids, { file: 'docs.json', page: 'a.mdx', to }), { status: 409 });
});

test('invalid JSON has no lists', () => {
  assert.deepEqual(readPageLists('{'), []);
  assert.deepEqual(
    readPageLists(docs).map(({ label }) => label),
    ['A'],
  );
});
