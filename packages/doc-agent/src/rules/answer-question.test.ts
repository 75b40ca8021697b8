import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTestTurn } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { readQuestion } from './answer-question.ts';
import { createRulesModel } from './create-rules-model.ts';

const keys = '---\ntitle: Keys\n---\n\n# Rotate a key\n\nOpen the dashboard.\nKeys (secret) expire after a month.\n';
const files = { ...sampleSite, 'keys.mdx': keys, '[odd]{a}.mdx': 'The zebra-word is here.\n' };
const ask = (prompt: string) => runTestTurn({ model: createRulesModel(), files, prompt });

describe('questions to the rules engine', () => {
  for (const [prompt, source] of [
    ['Which pages mention "Keys (secret)"?', { path: 'keys.mdx', from: 8, to: 8 }],
    ['where is `keys (secret)` mentioned?', { path: 'keys.mdx', from: 8, to: 8 }],
    ['How do I rotate a key?', { path: 'keys.mdx', from: 5, to: 5 }],
    ['Which pages mention zebra-word?', { path: '[odd]{a}.mdx', from: 1, to: 1 }],
    ['Where can I read about the zebra-word?', { path: '[odd]{a}.mdx', from: 1, to: 1 }],
  ] as const)
    test(prompt, async () => {
      const { result, citedLines, summary, overlay } = await ask(prompt);
      assert.deepEqual([result, citedLines[0], overlay.size], ['answer', source, 0], summary);
      assert.ok(summary.includes(`\`${source.path}\``), summary);
    });

  test('a question that the site doesn’t answer needs a model', async () => {
    const { result, citedLines } = await ask('Why is xylophonequark blorptastic?');
    assert.deepEqual([result, citedLines], ['needs_model', []]);
  });

  for (const prompt of [
    'Could you delete the page keys?',
    'What about deleting the page keys?',
    'Why don’t you delete the page keys?',
    'How about a page about zebras?',
    'Is the page keys old? Delete it.',
    'Delete the page keys. Which pages mention it?',
    'Which pages mention keys?\nDelete them.',
    `Which pages mention ${'a'.repeat(500)}?`,
    '?',
    'Which pages',
  ])
    test(`${JSON.stringify(prompt.slice(0, 60))} isn’t a question about the site`, () =>
      assert.equal(readQuestion(prompt), undefined));

  test('a question with special characters of regular expressions changes nothing', async () => {
    for (const words of ['(a+)+$', '[', '\\', '*', '{1,999999999}', '.*'])
      assert.equal((await ask(`Which pages mention ${words}?`)).overlay.size, 0);
  });
});
