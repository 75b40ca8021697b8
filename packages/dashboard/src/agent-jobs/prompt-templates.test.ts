import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptTemplates, withTemplate } from './prompt-templates.ts';

test('a template replaces another template, but is appended to the user’s own text', () => {
  const [first, second] = promptTemplates;
  assert.ok(first && second);
  assert.equal(withTemplate('', first.prompt), first.prompt);
  assert.equal(withTemplate(`${first.prompt}\n`, second.prompt), second.prompt);
  assert.equal(withTemplate('My own words. ', second.prompt), `My own words.\n${second.prompt}`);
});
