/** Rules for the dashboard's screens that types can't express. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('..', import.meta.url).pathname;
const sources = globSync('**/*.tsx', { cwd: root }).map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

test('a dialog’s second button is Cancel if the dialog performs an action, and Close if it only shows information', () => {
  const found: string[] = [];
  for (const { path, text } of sources) {
    for (const [, actions = ''] of text.matchAll(/<DialogActions>([\s\S]*?)<\/DialogActions>/g)) {
      const hasAction = /kind=("primary"|"danger"|\{)/.test(actions);
      const other = />\s*(Close|Cancel|Discard|Back|Dismiss)\s*<\/Button>/.exec(actions)?.[1];
      if (other !== undefined && other !== (hasAction ? 'Cancel' : 'Close')) found.push(`${path}: ${other}`);
    }
  }
  assert.deepEqual(found, []);
});

test('columns of numbers are right-aligned', () => {
  const formats = String.raw`(?:format(?:Number|Usd|Bytes|Count)\(|\w+\??\.toLocaleString\()`;
  const cell = new RegExp(String.raw`<td data-label="([^"]+)">\s*\{${formats}[^}]*\}\s*</td>`, 'g');
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(cell)]
      .filter(([, label = '']) => !text.includes(`{ number: '${label}' }`))
      .map(([, label]) => `${path}: ${label}`),
  );
  assert.deepEqual(found, []);
});

test('no file except ui/format.ts formats times and days', () => {
  const own = /\.toLocale(Date|Time)String\(|new Date\([^)]*\)\.toLocaleString\(|dateStyle|timeStyle/;
  const found = sources.filter(({ text }) => own.test(text)).map(({ path }) => path);
  assert.deepEqual(found, []);
});

test('“email” has no hyphen, and a field for an address is labeled “Email address”', () => {
  const found = sources
    .filter(({ text }) => /e-mail/i.test(text) || /(?<!data-)label="(Email|E-mail address|Mail)"/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found, []);
});

test('only ui/field.tsx contains checkboxes, because others would show the old state while the new state is saved', () => {
  const found = sources.filter(({ path, text }) => path !== 'ui/field.tsx' && text.includes('type="checkbox"'));
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  );
});

test('only ui/form.tsx contains a form element, so that errors appear next to the fields', () => {
  const found = sources.filter(({ path, text }) => path !== 'ui/form.tsx' && /<form\b/.test(text));
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  );
});

test('badges and code labels begin with a capital letter', () => {
  const isCapital = (sheet: string, selector: string): boolean =>
    readFileSync(`${root}ui/${sheet}`, 'utf8').includes(`${selector}::first-letter {\n  text-transform: uppercase;`);
  assert.ok(isCapital('badge.module.css', '.text'));
  assert.ok(isCapital('code-block.module.css', '.head > span'));
  const shapes = sources.filter(({ path, text }) => path !== 'ui/badge.tsx' && text.includes("styles['badge']"));
  assert.deepEqual(
    shapes.map(({ path }) => path),
    [],
    'only Badge uses the badge style',
  );
});
