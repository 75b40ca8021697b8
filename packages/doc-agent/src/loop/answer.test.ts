import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTestTurn } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import type { TurnOutcome } from '../turn.ts';

const files = { ...sampleSite, 'faq.mdx': '---\ntitle: FAQ\n---\n\nKeys expire after 30 days.\n', '.env': 'KEY=1\n' };
const source = { path: 'faq.mdx', from: 5, to: 5 };

interface Given {
  readonly summary?: string;
  readonly sources?: readonly object[];
}

const finish = ({ summary = 'After 30 days.', sources }: Given) => [
  { tool: 'finish', input: { outcome: 'answer', summary, ...(sources !== undefined && { sources }) } },
];

const answer = (...attempts: readonly Given[]): Promise<TurnOutcome> =>
  runTestTurn({ model: scriptedModel(attempts.map(finish)), files, prompt: 'When do keys expire?' });

describe('a question', () => {
  test('ends with an answer that cites lines of the site, without changes', async () => {
    const sources = [source, source, { path: '/faq', from: 1, to: 3 }];
    const { result, title, summary, citedLines, overlay, notes } = await answer({ sources });
    assert.deepEqual([result, title, summary, overlay.size, notes], ['answer', 'Answer', 'After 30 days.', 0, []]);
    assert.deepEqual(citedLines, [source, { path: 'faq.mdx', from: 1, to: 3 }]);
  });

  for (const [what, sources, message] of [
    ['no lines', undefined, /cites no lines/],
    ['a file that doesn’t exist', [{ ...source, path: 'none.mdx' }], /\\"none\.mdx\\" is not a text file/],
    ['a secret file', [{ path: '.env', from: 1, to: 1 }], /is not a text file/],
    ['a file outside the site', [{ path: '../faq.mdx', from: 1, to: 1 }], /is not a text file/],
    ['lines after the end', [{ ...source, to: 6 }], /ends at line 5/],
    ['lines up to 2^31', [{ ...source, to: 2_147_483_647 }], /ends at line 5/],
    ['lines in the wrong order', [{ ...source, to: 4 }], /not in order/],
  ] as const)
    test(`isn’t answered if the answer cites ${what}, and the model can correct it`, async () => {
      const model = scriptedModel([finish({ ...(sources && { sources }) }), finish({ sources: [source] })]);
      const outcome = await runTestTurn({ model, files, prompt: 'When do keys expire?' });
      assert.deepEqual([outcome.result, outcome.citedLines, outcome.notes], ['answer', [source], []]);
      assert.match(JSON.stringify(model.requests[1]?.prompt), message);
    });

  test('that is repeatedly answered with a missing file ends with an answer without citations, and a note', async () => {
    const wrong = { sources: [{ ...source, path: 'none.mdx' }] };
    const { result, citedLines, notes } = await answer(wrong, wrong, wrong);
    assert.deepEqual([result, citedLines, notes], ['answer', [], ['The answer cites nothing that exists.']]);
  });

  test('ends with changes and a note if the model changed files and then answers', async () => {
    const model = scriptedModel([
      [{ tool: 'read', input: { path: 'faq' } }],
      [{ tool: 'edit', input: { path: 'faq', edits: [{ old: '30', new: '60' }] } }],
      ...[1, 2, 3].map(() => finish({ sources: [source] })),
    ]);
    const { result, notes } = await runTestTurn({ model, files, prompt: 'When do keys expire?' });
    assert.equal(result, 'changes');
    assert.match(notes.join(), /said that it changed nothing, but it did/);
  });

  test('has an answer of limited length, without HTML, images, mentions or credentials', async () => {
    const hostile = [
      '<script>alert(1)</script><img src=x onerror=alert(1)> ![x](https://evil.example/?a=1) @everyone',
      '<!-- docwright:job=job_1 -->',
      '/merge',
      `Key: ghp_${'a1B2'.repeat(9)}`,
      'x\u0000\u202ey',
      'long '.repeat(10_000),
    ].join('\n');
    const { summary } = await answer({ summary: hostile, sources: [source] });
    assert.ok(summary.length <= 8_000, String(summary.length));
    for (const pattern of [
      /(?<!`)<script/,
      /(?<!`)<img/,
      /evil\.example/,
      /(?<!`)@everyone/,
      /<!--/,
      /^\/merge/m,
      /ghp_/,
    ])
      assert.doesNotMatch(summary, pattern);
    // oxlint-disable-next-line no-control-regex -- neither may remain in the summary
    assert.doesNotMatch(summary, /[\u0000\u202e]/);
  });
});
