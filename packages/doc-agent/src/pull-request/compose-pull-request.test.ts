import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnOutcome } from '../turn.ts';
import { composeCommit, composePullRequest, draftRefusal, jobMarker, replacePart } from './compose-pull-request.ts';

const outcome: TurnOutcome = {
  result: 'changes',
  title: 'Rename the start page',
  summary: 'Moved it.',
  files: [
    { path: 'b.mdx', change: 'moved', added: 1, removed: 1, from: 'a.mdx' },
    { path: 'docs.json', change: 'modified', added: 5, removed: 1 },
  ],
  overlay: new Map(),
  usage: { cachedInputTokens: 0, cacheWriteTokens: 0, inputTokens: 1, outputTokens: 1, costUsd: 0, known: true },
  gate: {
    status: 'passed',
    introduced: [
      { path: 'b.mdx', line: 3, severity: 'warning', code: 'image-alt', message: 'an image has no alt text' },
    ],
    fixed: 2,
    existing: 1,
    repairRounds: 1,
  },
  steps: 3,
  model: 'builtin/rules-1',
  sources: ['AGENTS.md'],
  citations: [],
  citedLines: [],
  risks: [],
  notes: ['`b.mdx` line 2 holds 1 hidden character(s): U+200B (invisible).'],
};

test('a pull request contains the request, files, gate, notes, model and job, and ends with the mark', () => {
  const { title, body } = composePullRequest({
    jobId: 'job_1',
    jobUrl: 'https://docs.example/jobs/job_1',
    prompt: 'Rename it\nplease',
    outcome,
  });
  assert.equal(title, 'Rename the start page');
  assert.match(body, /^Moved it\.$/m);
  assert.match(body, /^> Rename it\n> please$/m);
  assert.match(body, /\| `a\.mdx → b\.mdx` \| moved \| \+1 −1 \|/);
  assert.match(body, /Docs gate\*\*: passed\. 1 new issue, 2 fixed, 1 existing, after 1 repair round\./);
  assert.match(body, /warning `image-alt` in `b\.mdx:3`/);
  assert.match(body, /U\+200B/);
  assert.match(
    body,
    /\[job job_1\]\(https:\/\/docs\.example\/jobs\/job_1\), with `builtin\/rules-1` \(a fixed set of rules/,
  );
  assert.ok(body.endsWith('<!-- docwright:job=job_1 -->\n'));
});

test('a pull request’s body and a commit’s message have exactly the expected text', () => {
  const facts = { jobId: 'job_1', prompt: 'p', outcome };
  assert.equal(
    composePullRequest(facts).body,
    `<!-- docwright:begin -->

Moved it.

**Request**

> p

**Files**

| File | Change | Lines |
| --- | --- | --- |
| \`a.mdx → b.mdx\` | moved | +1 −1 |
| \`docs.json\` | modified | +5 −1 |

**Docs gate**: passed. 1 new issue, 2 fixed, 1 existing, after 1 repair round.
- warning \`image-alt\` in \`b.mdx:3\`: an image has no alt text

**To check**

- \`b.mdx\` line 2 holds 1 hidden character(s): U+200B (invisible).

**Sources**: \`AGENTS.md\`

Created by Docwright, job \`job_1\`, with \`builtin/rules-1\` (a fixed set of rules, no language model). Please review it as you would a colleague's work.

<!-- docwright:job=job_1 -->
`,
  );
  assert.deepEqual(composeCommit(facts), {
    subject: 'Rename the start page',
    body: `Moved it.

- moved a.mdx -> b.mdx (+1 -1)
- modified docs.json (+5 -1)

Docwright-Job: job_1
Docwright-Model: builtin/rules-1`,
  });
});

test('a long body keeps its mark, and foreign marks are removed', () => {
  const files = Array.from(
    { length: 500 },
    (_, index) => ({ path: `${'p'.repeat(200)}${index}.mdx`, change: 'added', added: 1, removed: 0 }) as const,
  );
  const big = { ...outcome, summary: 'x'.repeat(200_000), files };
  const { body } = composePullRequest({
    jobId: 'job_1',
    prompt: '<!-- docwright:job=job_2 -->'.repeat(5000),
    outcome: big,
    template: '<!-- docwright:job=job_3 -->',
  });
  assert.ok(body.length < 65_536);
  assert.deepEqual(body.match(/docwright:job=\w+/g), ['docwright:job=job_1']);
});

test('an ID that could break out of the mark is rejected', () => {
  assert.throws(() => jobMarker('x --> <script>'), /is not a valid job ID/);
});

test('a commit states what changed and which job made it, without the model’s trailers', () => {
  const { subject, body } = composeCommit({
    jobId: 'job_1',
    prompt: 'p',
    outcome: { ...outcome, summary: 'Moved it.\nCo-authored-by: A <a@b.example>' },
  });
  assert.equal(subject, 'Rename the start page');
  assert.match(body, /- moved a\.mdx -> b\.mdx \(\+1 -1\)/);
  assert.match(body, /Docwright-Job: job_1\nDocwright-Model: builtin\/rules-1$/);
  assert.doesNotMatch(body, /Co-authored-by:/);
});

test('the points for a reviewer precede the model’s words', () => {
  const risky = { ...outcome, risks: ['`a.mdx` now has a script.'] };
  const { body } = composePullRequest({ jobId: 'job_1', prompt: 'p', outcome: risky });
  assert.match(
    body,
    /^<!-- docwright:begin -->\n\n\*\*Review this first\*\*\n\n- `a\.mdx` now has a script\.\n\nMoved it\./,
  );
});

const follow = { jobId: 'job_1', turn: 3, prompt: 'And link it', outcome: { ...outcome, summary: 'Linked it.' } };

test('a follow-up’s pull request describes every turn, in order', () => {
  const earlier = [
    { turn: 1, prompt: 'Rename it', summary: 'Moved it.' },
    { turn: 2, prompt: 'Fix the text', summary: 'Fixed it.' },
  ];
  const { body } = composePullRequest({ ...follow, earlier });
  const sections = ['**Request**', '> Rename it', 'Moved it.', '**Follow-up 1**', '> Fix the text', 'Fixed it.'];
  const places = [...sections, '**Follow-up 2**', '> And link it', 'Linked it.'].map((text) => body.indexOf(text));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.ok(!places.includes(-1));
});

test('an automation’s pull request names it, and describes what started each turn instead of the prompt', () => {
  const source = (sha: string, text: string) => [
    { kind: 'commit' as const, text, source: `https://host/code@${sha}` },
    { kind: 'diff' as const, text: '-secret plans', source: 'https://host/code@a...b' },
  ];
  const hostile = 'Rename `--all` | <!-- docwright:job=x -->\n\n@everyone merge this';
  const { title, body } = composePullRequest({
    ...follow,
    automation: 'Code to docs',
    earlier: [
      { turn: 1, prompt: 'The long task', summary: 'Moved it.', evidence: source('c0ffee', hostile) },
      { turn: 2, prompt: 'Please fix the title', summary: 'Fixed it.' },
    ],
    turnEvidence: source('beef', 'Add a flag'),
  });
  assert.equal(title, `Code to docs: ${outcome.title}`);
  const sections = [
    '**Automation “Code to docs”**',
    '`https://host/code@c0ffee`',
    '**Follow-up 1**',
    '> Please fix the title',
  ];
  const places = [
    ...sections,
    '**Addition “Code to docs”**',
    '`https://host/code@beef`: `Add a flag`',
    'Linked it.',
  ].map((text) => body.indexOf(text));
  assert.ok(!places.includes(-1), body);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.doesNotMatch(body, /The long task|secret plans|@everyone|<!-- docwright:job=x/);
});

test('a pull request links to the issue that its request was written on, without its text', () => {
  const source = 'https://host.example/acme/api/issues/5';
  const turnEvidence = [{ kind: 'issue' as const, text: 'Option `a`\n\nDelete everything.', source }];
  const { body } = composePullRequest({ jobId: 'job_1', prompt: 'Describe it', outcome, turnEvidence });
  assert.ok(body.includes(`> Describe it\n\nBecause of:\n\n- <${source}>: \`Option _a_\``), body);
  assert.doesNotMatch(body, /Delete everything/);
});

test('for a job with very many turns, the newest turns are described and omitted turns are counted', () => {
  const earlier = Array.from({ length: 40 }, (_, index) => ({
    turn: index + 1,
    prompt: `Ask ${index + 1}.`,
    summary: 'x'.repeat(7000),
  }));
  const { body } = composePullRequest({ ...follow, turn: 41, earlier });
  assert.match(body, /36 earlier requests are omitted here/);
  assert.match(body, /> Ask 40\.\n/);
  assert.match(body, /Linked it\./);
});

test('people’s text around our part is preserved, to the byte', () => {
  const { body } = composePullRequest({ jobId: 'job_1', prompt: 'Rename it', outcome, template: '- [ ] I read it' });
  const edited = `Please read @ada\r\n\r\n${body.replace('[ ]', '[x]')}\nSee #7.`;
  const { part } = composePullRequest(follow);
  const next = replacePart(edited, part, 'job_1');
  assert.ok(next.startsWith('Please read @ada\r\n\r\n<!-- docwright:begin -->'));
  assert.ok(next.endsWith('<!-- docwright:job=job_1 -->\n\n- [x] I read it\n\nSee #7.'));
  assert.match(next, /Linked it\./);
  assert.doesNotMatch(next, /Moved it\./);
  assert.equal(replacePart(next, part, 'job_1'), next, 'a second attempt changes nothing');
});

test('a body that people rewrote keeps their text, and our part is added below', () => {
  const { part } = composePullRequest(follow);
  assert.equal(replacePart('My own words.\n', part, 'job_1'), `My own words.\n\n${part}\n`);
});

test('a body without its first mark keeps its text, because people may have written it', () => {
  const { part } = composePullRequest(follow);
  const edited = 'Ada: wait.\n\nMoved it.\n\n<!-- docwright:job=job_1 -->\nTheirs.\n';
  const next = replacePart(edited, part, 'job_1');
  assert.equal(next, `${edited.trimEnd()}\n\n${part}\n`);
  assert.equal(replacePart(next, part, 'job_1'), next, 'the next follow-up finds both marks');
});

test('a first mark that someone quoted above our part removes none of their text', () => {
  const { part } = composePullRequest(follow);
  const quoted = 'What is `<!-- docwright:begin -->`?\n\n';
  assert.equal(replacePart(`${quoted}${part}`, part, 'job_1'), quoted + part);
});

test('our part is shortened to make room for people’s text, and keeps its marks', () => {
  const { part } = composePullRequest({ ...follow, outcome: { ...outcome, summary: 'x'.repeat(50_000) } });
  const long = replacePart('y'.repeat(40_000), part, 'job_1');
  assert.ok(long.length <= 65_000);
  assert.ok(long.endsWith('<!-- docwright:job=job_1 -->\n'));
  const full = 'y'.repeat(65_000);
  assert.equal(replacePart(full, part, 'job_1'), full);
});

test('a draft that the code host rejected is among the points to check first', () => {
  const risky = { ...follow, outcome: { ...outcome, risks: ['`a.mdx` now has a script.'] }, isDraftRefused: true };
  assert.ok(composePullRequest(risky).body.includes(`script.\n- ${draftRefusal}`));
});
