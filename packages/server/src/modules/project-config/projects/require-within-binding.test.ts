import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findReach, type ProjectReach } from './require-within-binding.ts';

const before: ProjectReach = {
  repository: 'local:docs',
  branch: 'main',
  docs_folder: 'site/docs',
  domains: ['docs.example.com', 'old.example.com'],
};

describe('a change with a key that is bound to the project is allowed', () => {
  for (const [title, change] of [
    ['if nothing changes', {}],
    ['if the new folder is in the old one', { docs_folder: 'site/docs/v2' }],
    ['if it only removes and reorders domains', { domains: ['old.example.com'] }],
  ] as const) {
    test(title, () => assert.equal(findReach(before, { ...before, ...change }), undefined));
  }
});

describe('a change with a key that is bound to the project is refused', () => {
  for (const [change, reached] of [
    [{ repository: 'local:other' }, 'another repository'],
    [{ branch: 'next' }, 'the branch "next"'],
    [{ docs_folder: '' }, 'the folder ""'],
    [{ docs_folder: 'site' }, 'the folder "site"'],
    [{ docs_folder: 'site/docs-internal' }, 'the folder "site/docs-internal"'],
    [{ domains: ['docs.example.com', 'new.example.com'] }, 'the domain "new.example.com"'],
  ] as const) {
    test(`if it sets ${JSON.stringify(change)}`, () =>
      assert.equal(findReach(before, { ...before, ...change }), reached));
  }

  test('unless the old folder is the root, which contains every folder', () => {
    assert.equal(findReach({ ...before, docs_folder: '' }, { ...before, docs_folder: 'private' }), undefined);
  });
});
