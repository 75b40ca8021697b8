import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupCitations, nameRepository } from './group-citations.ts';

const docs = { repository: 'https://github.com/acme/docs', commit: 'a'.repeat(40), path: 'guides/keys.mdx' };

test('lines are grouped by file, in the order of the answer and then of the file', () => {
  const code = { ...docs, repository: 'https://github.com/acme/app', path: 'guides/keys.mdx' };
  const files = groupCitations([
    { ...docs, from: 20, to: 22 },
    { ...code, from: 1, to: 1 },
    { ...docs, from: 3, to: 3 },
    { ...docs, from: 20, to: 22 },
  ]);
  assert.deepEqual(
    files.map(({ repository, ranges }) => [repository, ranges]),
    [
      [
        docs.repository,
        [
          { from: 3, to: 3 },
          { from: 20, to: 22 },
        ],
      ],
      [code.repository, [{ from: 1, to: 1 }]],
    ],
  );
  assert.deepEqual(groupCitations([]), []);
});

test('a repository is named without its host', () => {
  assert.equal(nameRepository('https://github.com/acme/docs.git'), 'acme/docs');
  assert.equal(nameRepository('http://localhost:4400/git/example-docs.git'), 'example-docs');
  assert.equal(nameRepository('acme/docs'), 'acme/docs');
  assert.equal(nameRepository(''), '');
});
