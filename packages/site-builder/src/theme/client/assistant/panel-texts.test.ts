import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText, panelTexts } from './panel-texts.ts';

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

test('the panel has all labels in every language of the pages', () => {
  const english = panelTexts('en');
  for (const language of languages) {
    const texts = panelTexts(`${language}-XX`);
    assert.notEqual(texts.title, english.title, language);
    for (const [name, text] of Object.entries(texts)) assert.ok(text !== '' && text !== name, `${language} ${name}`);
    assert.match(texts.kept, /\{(?:days|duration)\}/, language);
    assert.match(texts.limited, /\{(?:seconds|duration)\}/, language);
  }
  assert.deepEqual(panelTexts('xx'), english);
});

test('a duration has the correct plural form in its language', () => {
  const kept = (language: string, days: number): string =>
    durationText(panelTexts(language).kept, days, 'day', language);
  assert.match(kept('en', 1), / for 1 day, /);
  assert.match(kept('en-GB', 30), / for 30 days, /);
  assert.match(kept('de', 1), / 1 Tag aufbewahrt/);
  assert.match(kept('pt_BR', 1), / por 1 dia,/);
  assert.match(kept('ru', 30), / 30 дн\./);
  assert.match(kept('ja', 30), /に30日間/);
  assert.match(kept('xx', 1), / for 1 day, /);
  assert.match(durationText(panelTexts('fr').limited, 1, 'second', 'fr'), / dans 1\sseconde\./);
});
