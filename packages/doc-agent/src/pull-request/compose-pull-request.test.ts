import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnOutcome } from '../turn.ts';
import { composeCommit, composePullRequest, jobMarker } from './compose-pull-request.ts';

const outcome: TurnOutcome = {
  result: 'changes',
  title: 'Rename the start page',
  summary: 'Moved it.',
  files: [
    { path: 'b.mdx', change: 'moved', added: 1, removed: 1, from: 'a.mdx' },
    { path: 'docs.json', change: 'modified', added: 5, removed: 1 },
  ],
  overlay: new Map(),
  usage: { inputTokens: 1, outputTokens: 1, costUsd: 0, known: true },
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
  risks: [],
  notes: ['`b.mdx` line 2 holds 1 hidden character(s): U+200B (invisible).'],
};

test('a pull request names request, files, gate, notes, model and job, and ends with the mark', () => {
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
  assert.match(body, /Docs gate\*\*: passed\. 1 new issue, 2 fixed, 1 that was there before, after 1 repair round\./);
  assert.match(body, /warning `image-alt` in `b\.mdx:3`/);
  assert.match(body, /U\+200B/);
  assert.match(
    body,
    /\[job job_1\]\(https:\/\/docs\.example\/jobs\/job_1\), with `builtin\/rules-1` \(a fixed set of rules/,
  );
  assert.ok(body.endsWith('<!-- docwright:job=job_1 -->\n'));
});

test('the same facts give the same bytes', () => {
  const facts = { jobId: 'job_1', prompt: 'p', outcome };
  assert.deepEqual(composePullRequest(facts), composePullRequest(structuredClone(facts)));
  assert.deepEqual(composeCommit(facts), composeCommit(structuredClone(facts)));
});

test('the mark survives a body of any size, and no other mark gets in', () => {
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

test('an id that could break out of the mark is refused', () => {
  assert.throws(() => jobMarker('x --> <script>'), /can't be a job's id/);
});

test('a commit says what changed and which job made it, without trailers of the model', () => {
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

test('what a reviewer has to see stands before every word of a model', () => {
  const risky = { ...outcome, risks: ['`a.mdx` has gained a script.'] };
  const { body } = composePullRequest({ jobId: 'job_1', prompt: 'p', outcome: risky });
  assert.match(body, /^\*\*Look at this first\*\*\n\n- `a\.mdx` has gained a script\.\n\nMoved it\./);
});
