import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLanguageFault, splitLanguages } from './languages.ts';

test('languages are separated by commas, semicolons or line breaks', () => {
  assert.deepEqual(splitLanguages(' de, pt-BR;\nzh-Hans, de,, '), ['de', 'pt-BR', 'zh-Hans']);
});

test('tags are accepted in any letter case, and an empty list is valid', () => {
  for (const text of ['', ' , ', 'de', 'pt-BR, zh-Hans', 'PT-br', 'es-419', 'fil'])
    assert.equal(findLanguageFault(text), undefined, text);
});

test('a fault names the value and the correct input', () => {
  assert.match(findLanguageFault('de, german!') ?? '', /“german!” isn’t a language tag\. Enter tags such as de/);
  assert.match(findLanguageFault('German') ?? '', /“German” is a name\. Enter the language’s tag: de\./);
  assert.match(findLanguageFault('brazilian portuguese') ?? '', /Enter the language’s tag: pt-BR\./);
  assert.match(findLanguageFault('de, DE') ?? '', /“de” and “DE” are the same language\. Remove one/);
  assert.match(findLanguageFault('pt_BR') ?? '', /“pt_BR” isn’t a language tag/);
  assert.match(findLanguageFault('Klingon') ?? '', /“Klingon” isn’t a language tag/);
  assert.match(findLanguageFault('de-a') ?? '', /“de-a” isn’t a language tag/);
  const many = Array.from({ length: 51 }, (_, at) => `aa-${String(at).padStart(3, '0')}`).join(', ');
  assert.match(findLanguageFault(many) ?? '', /51 languages are too many: list at most 50/);
});
