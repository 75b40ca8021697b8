import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelTexts } from './panel-texts.ts';

const languages = [
  'ar',
  'de',
  'es',
  'fr',
  'he',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'tr',
  'uk',
  'vi',
  'zh',
];

test('the panel speaks every language of the pages, with a word for each of its parts', () => {
  const english = panelTexts('en');
  for (const language of languages) {
    const texts = panelTexts(`${language}-XX`);
    assert.notEqual(texts.title, english.title, language);
    for (const [name, text] of Object.entries(texts)) assert.ok(text !== '' && text !== name, `${language} ${name}`);
    assert.ok(texts.kept.includes('{days}') && texts.limited.includes('{seconds}'), language);
  }
  assert.deepEqual(panelTexts('xx'), english);
});
