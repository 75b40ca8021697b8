import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findReach, type ProjectReach } from './require-within-binding.ts';

const before: ProjectReach = {
  repository: 'local:docs',
  branch: 'main',
  docs_folder: 'site/docs',
  domains: ['docs.example.com', 'old.example.com'],
};

describe('repository access is allowed', () => {
  for (const [title, change] of [
    ['when nothing changes', {}],
    ['in a subfolder of its folder', { docs_folder: 'site/docs/v2' }],
    ['with fewer domains, in another order', { domains: ['old.example.com'] }],
  ] as const) {
    test(title, () => assert.equal(findReach(before, { ...before, ...change }), undefined));
  }
});

describe('repository access is refused', () => {
  for (const [change, reached] of [
    [{ repository: 'local:other' }, 'another repository'],
    [{ branch: 'next' }, 'the branch "next"'],
    [{ docs_folder: '' }, 'the folder ""'],
    [{ docs_folder: 'site' }, 'the folder "site"'],
    [{ docs_folder: 'site/docs-internal' }, 'the folder "site/docs-internal"'],
    [{ domains: ['docs.example.com', 'new.example.com'] }, 'the domain "new.example.com"'],
  ] as const) {
    test(`with ${JSON.stringify(change)}`, () => assert.equal(findReach(before, { ...before, ...change }), reached));
  }

  test('to another folder if its own folder is the root, which already contains everything', () => {
    assert.equal(findReach({ ...before, docs_folder: '' }, { ...before, docs_folder: 'private' }), undefined);
  });
});
