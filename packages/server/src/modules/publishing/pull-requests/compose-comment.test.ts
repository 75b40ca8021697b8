import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileChange } from '../../../platform/git/index.ts';
import { composeComment, type CommentFacts } from './compose-comment.ts';

const change = (path: string, kind: FileChange['change'] = 'modified'): FileChange => ({
  path,
  change: kind,
  added: 1,
  removed: 0,
  binary: false,
});

const facts: CommentFacts = {
  marker: '<!-- docwright:preview=t -->',
  projectName: 'Docs',
  url: 'https://next-1a2b3c4d--docs.sites.example',
  commit: 'c'.repeat(40),
  outcome: { kind: 'ready', pageCount: 3 },
  changes: [],
  docsFolder: 'docs',
  findings: [],
  baseBranch: 'main',
  searches: [],
};

test('a comment has the preview’s link, the changed pages as links, and the new findings', () => {
  const text = composeComment({
    ...facts,
    changes: [
      change('docs/index.mdx'),
      change('docs/guides/a b.mdx', 'added'),
      change('docs/old.md', 'deleted'),
      change('docs/docs.json'),
      change('docs/snippets/note.mdx'),
    ],
    findings: [{ path: 'guides/a b.mdx', line: 3, severity: 'warning', code: 'broken-link', message: 'No page "x".' }],
  });
  assert.equal(
    text,
    `<!-- docwright:preview=t -->

**Preview of Docs**: https://next-1a2b3c4d--docs.sites.example

Commit \`cccccccccc\`, 3 pages.

**Changed**

- [\`index\`](https://next-1a2b3c4d--docs.sites.example/)
- [\`guides/a b\`](https://next-1a2b3c4d--docs.sites.example/guides/a%20b) (added)
- \`old\` (deleted)
- 2 other files

**New findings** (compared with \`main\`)

- warning in \`guides/a b.mdx:3\`: No page "x".
`,
  );
});

test('an author’s text is neither markup nor a mention, and is truncated', () => {
  const hostile = '![x](https://evil.example/p.png) @acme/owners <img src=x> #1 `code`\n\n# Big ' + 'x'.repeat(1_000);
  const text = composeComment({
    ...facts,
    projectName: hostile,
    changes: [change('docs/`@ada` ](x).mdx', 'added')],
    findings: [{ path: '`@ada`', severity: 'error', code: 'c', message: hostile }],
  });
  assert.doesNotMatch(text, /(?<!\\)!\[|(?<!`[^`\n]*)@\w|(?<!\\)<img|\n# /);
  assert.doesNotMatch(text, /https:\/\/evil/);
  assert.ok(text.length < 2_000, String(text.length));
});

test('lists are truncated, with the number of omitted entries', () => {
  const many = Array.from({ length: 25 }, (_, index) => index);
  const text = composeComment({
    ...facts,
    docsFolder: '',
    changes: many.map((index) => change(`p${index}.mdx`)),
    findings: many.map((index) => ({ path: `p${index}.mdx`, severity: 'info', code: 'c', message: 'm' })),
  });
  assert.match(text, /- \[`p19`\].*\n- 5 more pages\n/);
  assert.match(text, /- info in `p19.mdx`: m\n- 5 more\n/);
});

test('a comment on a commit that could not be built has the reason, and the commit that the preview still shows', () => {
  const outcome = { kind: 'failed', reason: 'docs.json is not JSON.', shown: 'd'.repeat(40) } as const;
  const text = composeComment({ ...facts, outcome, changes: [change('docs/a.mdx')], findings: undefined });
  assert.match(text, /commit `cccccccccc` could not be built\. docs\.json is not JSON\./);
  assert.match(text, /https:\/\/next-1a2b3c4d--docs\.sites\.example still shows commit `dddddddddd`\./);
  assert.match(text, /- `a`\n$/);
});

test('searches that are worse or better are listed with rank and answer; without them, the comment has no search section', () => {
  const change = { source: 'golden', path: '/limits', answeredBefore: null, answeredAfter: null } as const;
  const text = composeComment({
    ...facts,
    searches: [
      { ...change, query: 'rate limit', before: 1, after: 7, verdict: 'worse' },
      { ...change, query: 'keys', before: 2, after: 2, answeredBefore: true, answeredAfter: false, verdict: 'worse' },
      { ...change, query: 'sso', before: null, after: 1, verdict: 'better' },
    ],
  });
  assert.ok(
    text.endsWith(`**Search** (rank of the page, compared with the live site)

- worse: \`rate limit\`: 1 → 7 (\`/limits\`)
- worse: \`keys\`: no longer answered (\`/limits\`)
- better: \`sso\`: not found → 1 (\`/limits\`)
`),
    text,
  );
  assert.doesNotMatch(composeComment(facts), /Search/);
});

test('readers’ queries are code on one line: they contain no markup, mention, command or link, and can’t end the comment', () => {
  const hostile = [
    '/merge',
    '\n/merge\n',
    '@acme/owners please',
    '`@acme/owners`',
    '``` \n@ada',
    '[x](https://evil.example)',
    '![x](https://evil.example/p.png)',
    '<img src=x onerror=alert(1)>',
    '--> <script>alert(1)</script>',
    '<!-- docwright:preview=t -->',
    '# Heading\n\n| a | b |',
    'fixes #1, closes acme/docs#2',
    '\u202egnissim\u2028/approve',
    '\\`@ada\\`',
    '\0\u0007/close',
    'x'.repeat(5_000),
  ];
  const searches = hostile.map((query) => ({
    query,
    source: 'asked' as const,
    path: '/`@ada` ](x)',
    before: 1,
    after: null,
    answeredBefore: null,
    answeredAfter: null,
    verdict: 'worse' as const,
  }));
  const [, ...lines] = (composeComment({ ...facts, searches }).split('**Search**')[1] ?? '').trimEnd().split('\n\n');
  assert.equal(lines.length, 1);
  const items = (lines[0] ?? '').split(/[\n\r\u2028\u2029]/);
  assert.equal(items.length, hostile.length);
  // Each line consists of fixed text around two code spans, with none of the queries' characters outside.
  for (const item of items)
    assert.match(item, /^- worse: `[^`\p{Cc}\p{Bidi_Control}]{1,200}`: 1 → not found \(`[^`]+`\)$/u, item);
});
