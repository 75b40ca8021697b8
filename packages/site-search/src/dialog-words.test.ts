import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countText, searchTexts } from './client/texts.ts';
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

test('the dialog has all labels in every language of the pages', () => {
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

/** The text for 1, 2, 5 and 21 results. */
const counted: Readonly<Record<string, readonly string[]>> = {
  en: ['1 result', '2 results', '5 results', '21 results'],
  'de-AT': ['1 Ergebnis', '2 Ergebnisse', '5 Ergebnisse', '21 Ergebnisse'],
  fr: ['1 résultat', '2 résultats', '5 résultats', '21 résultats'],
  ru: ['1 результат', '2 результата', '5 результатов', '21 результат'],
  pl: ['1 wynik', '2 wyniki', '5 wyników', '21 wyników'],
  ar: ['نتيجة واحدة', 'نتيجتان', '5 نتائج', '21 نتيجة'],
  zh_CN: ['1 条结果', '2 条结果', '5 条结果', '21 条结果'],
};

test('a number of results is written in the plural form of its language', () => {
  for (const [language, expected] of Object.entries(counted)) {
    const { count } = searchTexts(dialogWords(language));
    assert.deepEqual(
      [1, 2, 5, 21].map((results) => countText(count, language, results)),
      expected,
      language,
    );
  }
});

test('a language has a form for each of its plural categories, and for no others', () => {
  for (const language of languages) {
    const forms = searchTexts(dialogWords(language)).count.split(';');
    const named = forms.map((form) => (form.includes('=') ? form.slice(0, form.indexOf('=')) : 'other'));
    const numbers = Array.from({ length: 200 }, (_, index) => new Intl.PluralRules(language).select(index + 1));
    // Languages with a single form for all numbers, such as Turkish after a numeral, need no other forms.
    if (named.length > 1) assert.deepEqual(named.toSorted(), [...new Set([...numbers, 'other'])].toSorted(), language);
    assert.equal(named.at(-1), 'other', language);
  }
});
