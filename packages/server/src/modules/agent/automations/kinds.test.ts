import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { automationKinds } from '@docwright/contract';
import { composePrompt, kinds } from './kinds.ts';

describe('an automation’s prompt', () => {
  test('consists only of the instructions if its kind is custom', () => {
    assert.equal(
      composePrompt({ kind: 'custom', instructions: ' fix broken links\n', target_languages: [] }),
      'fix broken links',
    );
  });

  for (const kind of automationKinds.filter((one) => one !== 'custom')) {
    test(`is not empty for the kind ${kind}, and is followed by the team's instructions`, () => {
      const own = composePrompt({ kind, instructions: ' ', target_languages: [] });
      assert.ok(own.length > 0);
      assert.equal(
        composePrompt({ kind, instructions: 'Only the API pages.', target_languages: [] }),
        `${own}\n\nInstructions of this project's team:\n\nOnly the API pages.`,
      );
    });
  }

  test('tells a model when to finish without changes, except for the kinds custom and fix-links', () => {
    for (const kind of automationKinds.filter((one) => one !== 'custom' && one !== 'fix-links'))
      assert.match(composePrompt({ kind, instructions: '', target_languages: [] }), /finish without changes/, kind);
  });

  test('is for runs that extend an open pull request if the kind is update-from-code or one that maintains pages', () => {
    const growing = automationKinds.filter((kind) => kinds[kind].grows);
    const maintaining = ['fix-links', 'fix-grammar', 'style-guide', 'translate', 'fix-seo', 'api-coverage'];
    assert.deepEqual(growing, ['update-from-code', ...maintaining]);
  });
});

test('a translation’s prompt names its languages before the team’s instructions', () => {
  const prompt = composePrompt({ kind: 'translate', instructions: 'Be formal.', target_languages: ['de', 'pt-BR'] });
  assert.match(prompt, /\n\nTranslate only into these languages: de, pt-BR\.\n\nInstructions .*:\n\nBe formal\.$/);
});
