import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Diff, FileChange } from '../../../../platform/git/index.ts';
import type { LocalPullRequest } from '../store.ts';
import { pullRequestPage, type PullRequestView } from './pull-request-page.ts';
import { STYLE } from './style.ts';

const at = new Date('2026-11-21T22:00:00Z');
const pull: LocalPullRequest = {
  repositoryId: 'repo_1',
  number: 7,
  state: 'open',
  draft: false,
  title: 'Improve docs',
  body: 'Some *text*.',
  headBranch: 'docwright/job-1',
  baseBranch: 'main',
  headSha: 'a'.repeat(40),
  forkSha: 'b'.repeat(40),
  mergeSha: null,
  endedBy: null,
  labels: [],
  reviewers: [],
  createdAt: at,
  updatedAt: at,
  endedAt: null,
};
const clean = { kind: 'clean', tree: 'c'.repeat(40) } as const;
const noDiff: Diff = { files: [], patch: '', truncated: false };
const element = '<img src=x onerror="alert(1)">';
const hostile = `${element}\u202e`;

type Changes = Partial<Omit<PullRequestView, 'pull'>> & { readonly pull?: Partial<LocalPullRequest> };
const page = ({ pull: changes, ...view }: Changes = {}): string =>
  pullRequestPage({
    repository: {
      id: 'repo_1',
      organizationId: 'org_home',
      name: 'docs',
      path: 'docs',
      defaultBranch: 'main',
      linkGeneration: 1,
      createdAt: at,
    },
    pull: { ...pull, ...changes },
    comments: [],
    statuses: [],
    commits: [],
    diff: noDiff,
    merge: clean,
    headExists: true,
    path: '/pulls/docs/7/token',
    cloneUrl: 'http://docs.example/git/docs.git',
    notice: undefined,
    visitor: undefined,
    draftComment: '',
    maxFiles: 10,
    ...view,
  });
const buttons = (html: string): string[] =>
  [...html.matchAll(/name="action" value="([^"]+)"/g)].map(([, name = '']) => name);

describe('the buttons of a pull request', () => {
  const conflict = { kind: 'conflict', paths: ['a.mdx'] } as const;
  const table: readonly (readonly [string, Changes, readonly string[], RegExp])[] = [
    ['open', {}, ['comment', 'ask-agent', 'merge', 'close'], /No conflicts with <code>main<\/code>/],
    [
      'in conflict',
      { merge: conflict },
      ['comment', 'ask-agent', 'close'],
      /Conflicts with <code>main<\/code> in\s+<code>a\.mdx</,
    ],
    [
      'a draft',
      { pull: { draft: true } },
      ['comment', 'ask-agent', 'ready', 'close'],
      /Mark it as ready for review before/,
    ],
    [
      'without its base',
      { merge: undefined },
      ['comment', 'ask-agent', 'close'],
      /A branch of this pull request was deleted/,
    ],
    [
      'without its branch',
      { headExists: false },
      ['comment', 'ask-agent', 'merge', 'close'],
      /A branch of this pull request was deleted/,
    ],
    [
      'closed',
      { pull: { state: 'closed', endedAt: at, endedBy: 'Ada' } },
      ['comment', 'reopen', 'delete-branch'],
      /Closed without a merge/,
    ],
    [
      'merged',
      { pull: { state: 'merged', endedAt: at, endedBy: 'Ada' } },
      ['comment', 'delete-branch'],
      /can be deleted/,
    ],
  ];
  for (const [what, changes, expected, state] of table) {
    test('shows the status of the newest commit with the link to its preview, as text', () => {
      const status = {
        sha: 'a'.repeat(40),
        context: 'docwright/preview',
        description: element,
        url: 'https://next--docs.example',
      };
      const html = page({ statuses: [{ ...status, state: 'success' }] });
      assert.match(html, /<a href="https:\/\/next--docs\.example"><code>docwright\/preview<\/code><\/a>/);
      assert.match(html, /Passed/);
      assert.ok(!html.includes(element));
      assert.doesNotMatch(page(), /Checks of/);
    });

    test(`that is ${what} match the possible actions`, () => {
      const html = page(changes);
      assert.deepEqual(buttons(html), expected);
      assert.match(html, state);
    });
  }

  test('that has ended, and whose branch was deleted, are limited to commenting', () => {
    for (const state of ['closed', 'merged'] as const)
      assert.deepEqual(buttons(page({ pull: { state, endedAt: at }, headExists: false })), ['comment']);
  });

  test('never delete the default branch', () => {
    const html = page({ pull: { state: 'merged', endedAt: at, headBranch: 'main', baseBranch: 'next' } });
    assert.deepEqual(buttons(html), ['comment']);
  });
});

describe('text of a stranger', () => {
  test('is escaped everywhere on the page', () => {
    const file: FileChange = { path: hostile, change: 'added', added: 1, removed: 0, binary: false };
    const html = page({
      pull: {
        title: hostile,
        body: element,
        headBranch: hostile,
        baseBranch: hostile,
        labels: [hostile],
        reviewers: [hostile],
        state: 'closed',
        endedBy: hostile,
        endedAt: at,
      },
      comments: [{ id: '1', author: hostile, body: element, createdAt: at }],
      commits: [{ sha: 'd'.repeat(40), subject: hostile, author: hostile, date: at }],
      diff: { files: [file], patch: `diff --git a/x b/x\n@@ -0,0 +1 @@ ${hostile}\n+${hostile}\n`, truncated: false },
      notice: { tone: 'bad', text: hostile, paths: [hostile] },
      visitor: hostile,
      draftComment: hostile,
    });
    assert.doesNotMatch(html, /<img|\u202e/);
    assert.ok((html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;/g) ?? []).length >= 13);
    assert.match(html, /⟦U\+202E⟧/);
  });

  test('does not end the field that still contains a refused comment', () => {
    const html = page({ draftComment: '</textarea><script>x</script>' });
    assert.match(html, />&lt;\/textarea&gt;&lt;script&gt;x&lt;\/script&gt;<\/textarea>/);
  });

  test('is not shown as the person who ended it if that person is unknown', () => {
    assert.match(page({ pull: { state: 'merged', endedBy: null, endedAt: at } }), /merged by someone/);
    assert.doesNotMatch(page({ pull: { endedBy: 'Ada', endedAt: at } }), /by Ada/, 'one that is open has not ended');
  });
});

describe('the acting user', () => {
  test('types a key, or is signed in: then no key is requested', () => {
    assert.equal((page().match(/type="password"/g) ?? []).length, 2);
    const signedIn = page({ visitor: 'Ada' });
    assert.doesNotMatch(signedIn, /type="password"/);
    assert.match(signedIn, /Signed in as Ada/);
  });

  test('sends it to the page’s own address, and loads nothing from elsewhere', () => {
    const html = page();
    for (const [, action] of html.matchAll(/<form method="post" action="([^"]+)"/g))
      assert.equal(action, '/pulls/docs/7/token');
    assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\/(?!docs\.example)/);
    assert.doesNotMatch(html, /<script/);
  });
});

describe('the way back to the agent job', () => {
  const linkOf = (body: string) => /<p class="back"><a href="([^"]+)"/.exec(page({ pull: { body } }))?.[1];

  test('is a path of this dashboard, whatever the text around it is', () => {
    const path = '/dashboard/jobs/proj_1/aj_2';
    assert.equal(linkOf(`See https://docs.example${path}.`), path);
    assert.equal(linkOf(`[job](https://docs.example${path})`), path);
  });

  test('is missing where the text names no job, or tries to be something else', () => {
    for (const body of [
      '',
      'aj_2',
      '/dashboard/jobs/proj_1/aj_2/../../x',
      `/dashboard/jobs/proj_1/aj_${'x'.repeat(99)}`,
    ])
      assert.equal(linkOf(body), undefined, body);
  });
});

test('cells of tables never break inside words: only code and names may', () => {
  assert.doesNotMatch(STYLE, /(?:^|\n)body \{[^}]*overflow-wrap: anywhere/);
  assert.doesNotMatch(STYLE, /\.markdown[^{]*\{[^}]*overflow-wrap: anywhere/);
});
