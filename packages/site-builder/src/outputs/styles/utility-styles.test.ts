import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createUtilityStyles } from './create-utility-styles.ts';

test('only the utilities that a site uses are written', async () => {
  const css = await createUtilityStyles(['p-4', 'card', 'not-a-utility']);
  assert.match(css, /\.p-4\{padding:1rem;?\}/);
  assert.doesNotMatch(css, /card|not-a/);
});

test('variants and arbitrary values are supported', async () => {
  const css = await createUtilityStyles([
    'dark:hidden',
    'md:grid-cols-2',
    'group-hover:underline',
    'w-[37px]',
    'hover:bg-red-500/50',
  ]);
  assert.match(css, /\.dark \.dark\\:hidden\{display:none/);
  assert.match(css, /@media \(min-width: ?768px\)/);
  assert.match(css, /\.group:hover \.group-hover\\:underline/);
  assert.match(css, /\.w-\\\[37px\\\]\{width:37px/);
});

test('text-primary is the site’s own color', async () => {
  assert.match(await createUtilityStyles(['text-primary']), /color:var\(--accent\)/);
});

test('the order of class names doesn’t change the style sheet', async () => {
  const names = ['p-4', 'flex', 'md:p-8', 'text-sm', 'dark:flex'];
  assert.equal(await createUtilityStyles(names), await createUtilityStyles(names.toReversed()));
});

test('without classes, no rules are written, and unusual names are harmless', async () => {
  assert.equal(await createUtilityStyles([]), '');
  const css = await createUtilityStyles([
    '__proto__',
    'constructor',
    '</style><script>',
    'x'.repeat(5_000),
    "content-['</style>']",
  ]);
  assert.doesNotMatch(css, /<script/);
  assert.doesNotMatch(css, /<\/style/);
});
