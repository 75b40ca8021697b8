import assert from 'node:assert/strict';
import { test } from 'node:test';
import { menuLanguages, menuWords, type MenuWords } from './menu-words.ts';

test('each language has a word for each part of the menu, with the same placeholders', () => {
  const english = menuWords('en');
  const keys = Object.keys(english) as (keyof MenuWords)[];
  assert.equal(menuLanguages.length, 19);
  for (const language of menuLanguages) {
    const words = menuWords(`${language}-XX`);
    for (const key of keys) {
      assert.ok(words[key] !== '' && words[key] !== key, `${language} ${key}`);
      assert.equal(words[key].includes('{name}'), english[key].includes('{name}'), `${language} ${key}`);
    }
  }
  assert.equal(menuWords('zh-Hans').version, menuWords('zh').version);
  for (const other of ['xx', 'constructor', '']) assert.equal(menuWords(other).version, 'Version');
});
