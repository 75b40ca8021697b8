import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCompletion } from './find-completion.ts';

const find = (before: string, isAtStart = false) => {
  const place = findCompletion(before, isAtStart);
  if (place === undefined) return undefined;
  const { from, ...rest } = place;
  return { ...rest, typed: before.slice(from) };
};

test('after <, component names are completed, and after a name, its missing props', () => {
  assert.deepEqual(find('Text <Ca'), { kind: 'component', typed: 'Ca' });
  assert.deepEqual(find('<'), { kind: 'component', typed: '' });
  assert.deepEqual(find('<Card title="A key" cols={2}\n  ho'), {
    kind: 'prop',
    component: 'Card',
    used: ['title', 'cols'],
    typed: 'ho',
  });
  assert.equal(find('<Card title="A key'), undefined);
});

test('after </, the innermost open component is closed', () => {
  assert.deepEqual(find('<Steps>\n<Step title=">">\n<br/><Note>x</Note>\n</'), {
    kind: 'closing',
    name: 'Step',
    typed: '',
  });
  assert.equal(find('<Note>x</Note>\n</'), undefined);
  assert.equal(find('<Icon icon="x" />\n</'), undefined);
});

test('pages are completed in a link, and media in an image', () => {
  assert.deepEqual(find('See [keys](/gui'), { kind: 'link', typed: '/gui' });
  assert.deepEqual(find('<Card href="/gui'), { kind: 'link', typed: '/gui' });
  assert.deepEqual(find('![A key](/im'), { kind: 'media', typed: '/im' });
  assert.deepEqual(find('<img src="'), { kind: 'media', typed: '' });
});

test('in the frontmatter, missing keys are completed', () => {
  assert.deepEqual(find('---\ntitle: x\nde', true), { kind: 'frontmatter', used: ['title'], typed: 'de' });
  assert.equal(find('---\ntitle: <Ca', true), undefined);
  assert.equal(find('---\ntitle: x\n---\nde', true), undefined);
});

test('in a code block, nothing is completed', () => {
  assert.equal(find('```mdx\n<Ca'), undefined);
  assert.deepEqual(find('```mdx\nx\n```\n<Ca'), { kind: 'component', typed: 'Ca' });
});
