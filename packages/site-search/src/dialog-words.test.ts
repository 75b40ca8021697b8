import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchTexts } from './client/texts.ts';
import { dialogWords } from './dialog-words.ts';

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

test('the dialog speaks every language of the pages, with a word for each of its parts', () => {
  const english = searchTexts(undefined);
  for (const language of languages) {
    const texts = searchTexts(dialogWords(`${language}-XX`));
    for (const [name, text] of Object.entries(texts)) {
      assert.notEqual(text, '', `${language} ${name}`);
      for (const sign of ['{q}', '{n}'])
        assert.equal(
          text.includes(sign),
          Object.entries(english).some(([key, own]) => key === name && own.includes(sign)),
          `${language} ${name}`,
        );
    }
    assert.notEqual(texts.empty, english.empty, language);
  }
  for (const language of ['en', 'en-GB', 'xx', 'constructor', '']) assert.equal(dialogWords(language), undefined);
});
