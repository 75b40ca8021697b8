import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileChange } from '../../../../platform/git/index.ts';
import type { Diff } from './diff-view.ts';
import type { LocalPullRequest } from '../store.ts';
import { toContentSecurityPolicy, type MenuScope, type PageFrame } from './layout.ts';
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
const frame: PageFrame = {
  baseUrl: 'http://docs.example',
  styleSheets: ['/dashboard/assets/index-1a2b.css'],
  visitor: undefined,
  path: '/pulls/docs/7/token',
};
const scopes: readonly MenuScope[] = ['projects:read', 'agent-jobs:read', 'repositories:read'];
const signedIn = { name: 'ada@example.com', may: (scope: MenuScope) => scopes.includes(scope) };
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
    frame,
    project: undefined,
    canAct: false,
    draftComment: '',
    maxFiles: 10,
    ...view,
  });
const buttons = (html: string): string[] =>
  [...html.matchAll(/name="action" value="([^"]+)"/g)].map(([, name = '']) => name);

describe('the buttons of a pull request', () => {
  const conflict = { kind: 'conflict', paths: ['a.mdx'] } as const;
  const table: readonly (readonly [string, Changes, readonly string[], RegExp])[] = [
    ['open', {}, ['close', 'merge', 'comment', 'ask-agent'], /No conflicts with <code>main<\/code>/],
    [
      'in conflict',
      { merge: conflict },
      ['close', 'comment', 'ask-agent'],
      /Conflicts with <code>main<\/code> in\s+<code>a\.mdx</,
    ],
    [
      'a draft',
      { pull: { draft: true } },
      ['ready', 'close', 'comment', 'ask-agent'],
      /Mark it as ready for review before/,
    ],
    [
      'without its base',
      { merge: undefined },
      ['close', 'comment', 'ask-agent'],
      /A branch of this pull request was deleted/,
    ],
    [
      'without its branch',
      { headExists: false },
      ['close', 'merge', 'comment', 'ask-agent'],
      /A branch of this pull request was deleted/,
    ],
    [
      'closed',
      { pull: { state: 'closed', endedAt: at, endedBy: 'Ada' } },
      ['reopen', 'delete-branch', 'comment'],
      /Closed without a merge/,
    ],
    [
      'merged',
      { pull: { state: 'merged', endedAt: at, endedBy: 'Ada' } },
      ['delete-branch', 'comment'],
      /can be deleted/,
    ],
  ];
  for (const [what, changes, expected, state] of table) {
    test('are shown with the newest commit’s status, whose text is escaped and which links to the preview', () => {
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

    test(`match the possible actions on a pull request that is ${what}`, () => {
      const html = page(changes);
      assert.deepEqual(buttons(html), expected);
      assert.match(html, state);
    });
  }

  test('are limited to commenting if the pull request has ended and its branch was deleted', () => {
    for (const state of ['closed', 'merged'] as const)
      assert.deepEqual(buttons(page({ pull: { state, endedAt: at }, headExists: false })), ['comment']);
  });

  test('don’t delete the default branch', () => {
    const html = page({ pull: { state: 'merged', endedAt: at, headBranch: 'main', baseBranch: 'next' } });
    assert.deepEqual(buttons(html), ['comment']);
  });
});

describe('text from a stranger', () => {
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
      project: { id: hostile, name: hostile },
      frame: { ...frame, visitor: { ...signedIn, name: hostile } },
      draftComment: hostile,
    });
    assert.doesNotMatch(html, /<img src=x|\u202e/);
    assert.ok((html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;/g) ?? []).length >= 13);
    assert.match(html, /⟦U\+202E⟧/);
  });

  test('can’t end the field that still contains a refused comment', () => {
    const html = page({ draftComment: '</textarea><script>x</script>' });
    assert.match(html, />&lt;\/textarea&gt;&lt;script&gt;x&lt;\/script&gt;<\/textarea>/);
  });

  test('is replaced by “someone” if the person who ended the pull request is unknown', () => {
    assert.match(page({ pull: { state: 'merged', endedBy: null, endedAt: at } }), /merged by someone/);
    assert.doesNotMatch(page({ pull: { endedBy: 'Ada', endedAt: at } }), /by Ada/, 'one that is open has not ended');
  });
});

describe('the acting user', () => {
  test('enters a key, or is signed in, in which case no key is requested and each menu shows the user', () => {
    const anonymous = page();
    assert.equal((anonymous.match(/type="password"/g) ?? []).length, 2);
    assert.match(anonymous, /href="\/dashboard\/sign-in\?next=%2Fpulls%2Fdocs%2F7%2Ftoken">Sign in</);
    const html = page({ canAct: true, frame: { ...frame, visitor: signedIn } });
    assert.doesNotMatch(html, /type="password"|sign-in/);
    // There is one menu for a wide window and one for a phone. Each window shows only one of them.
    assert.equal((html.match(/Signed in as <\/span>ada@example\.com/g) ?? []).length, 2);
  });

  test('sends the key to the page’s own address, and the page loads only the dashboard’s styles and one script', () => {
    const html = page();
    for (const [, action] of html.matchAll(/<form method="post" action="([^"]+)"/g))
      assert.equal(action, '/pulls/docs/7/token');
    assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\/(?!docs\.example)/);
    assert.deepEqual(html.match(/<script[^>]*>[^<]*/g), ['<script src="/dashboard/theme.js">']);
    const policy = toContentSecurityPolicy(frame.baseUrl);
    assert.match(policy, /script-src http:\/\/docs\.example\/dashboard\/theme\.js;/);
    assert.match(policy, /style-src 'sha256-[^']+' http:\/\/docs\.example\/dashboard\/assets\/;/);
    assert.doesNotMatch(policy, /unsafe|script-src[^;]*'self'/);
  });
});

describe('the menu of the dashboard', () => {
  const linksOf = (html: string) =>
    [...html.slice(0, html.indexOf('</nav>')).matchAll(/class="link" href="([^"]+)"/g)].map(([, path]) => path);

  test('lists the pages that a signed-in visitor may open, and for others only the documentation', () => {
    assert.deepEqual(linksOf(page({ frame: { ...frame, visitor: signedIn } })), [
      '/dashboard/overview',
      '/dashboard/jobs',
      '/dashboard/projects',
      '/dashboard/code-hosts',
      '/docs',
      '/reference',
    ]);
    assert.deepEqual(linksOf(page()), ['/docs', '/reference']);
  });

  test('is followed by the path to the project, which a visitor with only a link doesn’t see', () => {
    const project = { id: 'proj_1', name: 'Lantern docs' };
    assert.match(
      page({ project, frame: { ...frame, visitor: signedIn } }),
      /<a href="\/dashboard\/projects">Projects<[\s\S]+<a href="\/dashboard\/projects\/proj_1">Lantern docs</,
    );
    assert.doesNotMatch(page({ project }), /Lantern docs|dashboard\/projects/);
  });
});

describe('the link back to the agent job', () => {
  const linkOf = (body: string) =>
    /<a class="button" href="(\/dashboard\/jobs[^"]*)"/.exec(page({ pull: { body } }))?.[1];

  test('is a path of this dashboard, regardless of the surrounding text', () => {
    const path = '/dashboard/jobs/proj_1/aj_2';
    assert.equal(linkOf(`See https://docs.example${path}.`), path);
    assert.equal(linkOf(`[job](https://docs.example${path})`), path);
  });

  test('is missing if the text names no job or contains an invalid path', () => {
    for (const body of [
      '',
      'aj_2',
      '/dashboard/jobs/proj_1/aj_2/../../x',
      `/dashboard/jobs/proj_1/aj_${'x'.repeat(99)}`,
    ])
      assert.equal(linkOf(body), undefined, body);
  });
});

test('the body and Markdown are not styled to break anywhere inside words', () => {
  assert.doesNotMatch(STYLE, /(?:^|\n)body \{[^}]*overflow-wrap: anywhere/);
  assert.doesNotMatch(STYLE, /\.markdown[^{]*\{[^}]*overflow-wrap: anywhere/);
});
