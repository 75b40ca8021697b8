import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PublishState } from '../tables.ts';
import { readBranch, readLink, readPushedBranch, type BranchColumns, type BranchState } from './branch-state.ts';

const values = {
  branch: 'docwright/aj_1',
  commit_sha: 'c0ffee',
  tree_sha: '7ree',
  pushed_sha: 'beef',
  pr_number: 7,
  pr_link: 'https://git.example/pull/7',
  duplicate_of: 'aj_2',
} as const;
type Column = keyof typeof values;
const columns: readonly Column[] = [
  'branch',
  'commit_sha',
  'tree_sha',
  'pushed_sha',
  'pr_number',
  'pr_link',
  'duplicate_of',
];
const publishStates: readonly PublishState[] = ['working', 'tree_ready', 'pushed', 'pr_known'];

const rowOf = (set: readonly Column[], publishState: PublishState): BranchColumns => ({
  id: 'aj_1',
  publish_state: publishState,
  branch: set.includes('branch') ? values.branch : null,
  commit_sha: set.includes('commit_sha') ? values.commit_sha : null,
  tree_sha: set.includes('tree_sha') ? values.tree_sha : null,
  pushed_sha: set.includes('pushed_sha') ? values.pushed_sha : null,
  pr_number: set.includes('pr_number') ? values.pr_number : null,
  pr_link: set.includes('pr_link') ? values.pr_link : null,
  duplicate_of: set.includes('duplicate_of') ? values.duplicate_of : null,
});

const commit = { branch: 'docwright/aj_1', commit: 'c0ffee', tree: '7ree' };
const link = 'https://git.example/pull/7';
const committed: readonly Column[] = ['branch', 'commit_sha', 'tree_sha'];
const pushed: readonly Column[] = [...committed, 'pushed_sha'];

/** Every valid combination; the other 502 are invalid. */
const legal: readonly (readonly [set: readonly Column[], turns: readonly PublishState[], state: BranchState])[] = [
  [[], ['working'], { kind: 'none' }],
  [committed, ['working', 'tree_ready'], { kind: 'committed', ...commit }],
  [
    [...committed, 'pr_link', 'duplicate_of'],
    ['working', 'tree_ready'],
    { kind: 'duplicate', ...commit, of: 'aj_2', link },
  ],
  [pushed, ['working', 'tree_ready', 'pushed'], { kind: 'pushed', ...commit, head: 'beef' }],
  [
    [...pushed, 'pr_number', 'pr_link'],
    ['working', 'tree_ready', 'pushed', 'pr_known'],
    { kind: 'shown', ...commit, head: 'beef', number: 7, link },
  ],
];

describe('the state of a job’s branch', () => {
  const combinations = Array.from({ length: 2 ** columns.length }, (_, bits) =>
    columns.filter((_column, index) => (bits >> index) % 2 === 1),
  );
  for (const publishState of publishStates) {
    test(`is valid only in the listed combinations of columns (${combinations.length} in total) with publish_state ${publishState}`, () => {
      let states = 0;
      for (const set of combinations) {
        const row = rowOf(set, publishState);
        const known = legal.find(([names]) => names.length === set.length && names.every((name) => set.includes(name)));
        if (known?.[1].includes(publishState) === true) {
          assert.deepEqual(readBranch(row), known[2]);
          states += 1;
          continue;
        }
        const named =
          set.length === 0 ? 'none of its columns' : columns.filter((name) => set.includes(name)).join(', ');
        assert.throws(() => readBranch(row), {
          message: `The branch of job aj_1 is in an invalid state: publish_state is "${publishState}" with ${named} set.`,
        });
      }
      assert.equal(states, { working: 5, tree_ready: 4, pushed: 2, pr_known: 1 }[publishState]);
    });
  }
});

test('a branch is known to be on the code host after it was pushed', () => {
  const heads = legal.map(([set]) => readPushedBranch(rowOf(set, 'working'))?.head);
  assert.deepEqual(heads, [undefined, undefined, undefined, 'beef', 'beef']);
});

test('a job links to its pull request, or to the one that it duplicates', () => {
  const links = legal.map(([set]) => readLink(rowOf(set, 'working')));
  assert.deepEqual(links, [null, null, link, null, link]);
});
