import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinTexts, searchTextOf } from './search-text.ts';

test('punctuation stays next to the element that precedes it', () => {
  assert.equal(
    joinTexts(['The', 'assistant', ', including (', 'all', ').', '', 'Next']),
    'The assistant, including (all). Next',
  );
});

test('the search finds a diagram’s labels, but not its syntax', () => {
  const sequence = 'sequenceDiagram\n  participant S as Lantern server\n  S->>App: new rules (signed)';
  assert.equal(searchTextOf({ language: 'mermaid', code: sequence }), 'Lantern server, new rules (signed)');
  assert.equal(
    searchTextOf({ language: 'mermaid', code: 'graph TD\n  A[Open the page] -->|yes| B{Signed in?}\n  A --- C((1))' }),
    'Open the page, yes, Signed in?',
  );
  assert.equal(searchTextOf({ language: 'ts', code: 'const a = [b];' }), 'const a = [b];');
});
