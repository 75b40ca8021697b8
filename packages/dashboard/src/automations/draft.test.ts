import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDraft, toBody } from './draft.ts';

test('only the settings of the chosen trigger are sent', () => {
  const draft = { ...emptyDraft, name: ' Weekly ', paths: 'src/**', excludeAuthors: 'bot\n\n' };
  assert.deepEqual(toBody(draft).trigger, { type: 'schedule', cron: '0 9 * * 1', timeZone: emptyDraft.timeZone });
  assert.deepEqual(toBody({ ...draft, trigger: 'code_change' }).trigger, {
    type: 'code_change',
    paths: ['src/**'],
    excludeAuthors: ['bot'],
  });
  assert.deepEqual(toBody({ ...draft, trigger: 'event' }).trigger, { type: 'event' });
});

test('the minimum number of readers is sent only if runs depend on readers’ questions or feedback', () => {
  const draft = { ...emptyDraft, minReaders: '3' };
  assert.equal(toBody(draft).minReaders, undefined);
  assert.equal(toBody({ ...draft, kind: 'fill-gaps' }).minReaders, 3);
  assert.equal(toBody({ ...draft, kind: 'improve-from-feedback' }).minReaders, 3);
  assert.equal(toBody({ ...draft, trigger: 'suggestion' }).minReaders, 3);
});

test('changes wait for a review by default, and always if they are based on readers’ input', () => {
  assert.equal(toBody(emptyDraft).updateMode, 'pull_request');
  assert.equal(toBody({ ...emptyDraft, updateMode: 'direct_merge' }).updateMode, 'direct_merge');
  for (const change of [{ kind: 'fill-gaps' }, { kind: 'improve-from-feedback' }, { trigger: 'suggestion' }] as const)
    assert.equal(toBody({ ...emptyDraft, updateMode: 'direct_merge', ...change }).updateMode, 'pull_request');
});

test('an empty amount is sent as null, which means no limit', () => {
  assert.equal(toBody(emptyDraft).limits?.usdPerMonth, null);
  assert.equal(toBody({ ...emptyDraft, usdPerMonth: '2.5' }).limits?.usdPerMonth, 2.5);
});

test('languages are sent only for translations', () => {
  const draft = { ...emptyDraft, targetLanguages: 'de, pt-BR' };
  assert.equal(toBody(draft).targetLanguages, undefined);
  assert.deepEqual(toBody({ ...draft, kind: 'translate' }).targetLanguages, ['de', 'pt-BR']);
  assert.deepEqual(toBody({ ...emptyDraft, kind: 'translate' }).targetLanguages, []);
});
