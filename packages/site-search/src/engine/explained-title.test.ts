import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../languages/languages.ts';
import { createConcepts } from './concepts.ts';
import { createReadName, explainedBy } from './explained-title.ts';

function explained(query: string, title: string, group = ''): number {
  const language = languageOf('en');
  const concepts = createConcepts(language, []);
  const stop = new Set(language.stopWords.split(' '));
  const words = { stem: language.stem, stop, concepts, readName: createReadName(concepts) };
  return explainedBy(query, words)({ title, breadcrumbs: group === '' ? [] : ['Manual', group] });
}

test('a title is covered by a query’s words in any form, and half covered if it has twice as many words', () => {
  for (const [query, title, part] of [
    ['how do I write a template', 'Templates', 0.8],
    ['how do I write a template', 'Templates and snails', 0.4],
    ['how do I write a template', 'Snails', 0],
    ['how', 'How the snail was', 0],
    ['', 'Templates', 0],
    ['templates', '', 0],
    ['createUser', 'create user', 0.8],
    ['字体', '字体', 0.8],
    ["'); --\u0000", "'); --\u0000", 0],
  ] as const)
    assert.equal(explained(query, title), part, `${query} / ${title}`);
});

test('a title with a synonym of a query’s word counts less than a title with the word, and more than a title with neither', () => {
  const byMeaning = explained('how does a reader log in', 'Authentication');
  assert.ok(byMeaning > 0 && byMeaning < explained('how does authentication work', 'Authentication'));
});

test('the label of the innermost group counts less than the title', () => {
  assert.equal(explained('which exports', 'Reference', 'Exports').toFixed(2), '0.30');
  assert.equal(explained('which exports', 'Exports', 'Exports').toFixed(2), '1.10');
  assert.equal(explained('a manual', 'Snails', 'Exports'), 0);
});
