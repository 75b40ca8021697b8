/** Rules for the dashboard's screens that types can't express. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('..', import.meta.url).pathname;
const sources = globSync('**/*.tsx', { cwd: root }).map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

test('the other button of a dialog is Cancel if the dialog performs an action, and Close if it only shows information', () => {
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

test('only ui/format.ts formats times and days', () => {
  const own = /\.toLocale(Date|Time)String\(|new Date\([^)]*\)\.toLocaleString\(|dateStyle|timeStyle/;
  const found = sources.filter(({ text }) => own.test(text)).map(({ path }) => path);
  assert.deepEqual(found, []);
});

test('“email” has no hyphen, and a field for one is called “Email address”', () => {
  const found = sources
    .filter(({ text }) => /e-mail/i.test(text) || /(?<!data-)label="(Email|E-mail address|Mail)"/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found, []);
});

test('only ui/field.tsx contains checkboxes: others would show the old state while the new one is saved', () => {
  const found = sources.filter(({ path, text }) => path !== 'ui/field.tsx' && text.includes('type="checkbox"'));
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  );
});

test('forms show their errors next to the fields: none uses the browser’s validation', () => {
  const found = sources.filter(({ path, text }) => path !== 'ui/form.tsx' && /<form\b/.test(text));
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  );
});

test('badges and labels of code begin with a capital letter, regardless of their text', () => {
  const isCapital = (sheet: string, selector: string): boolean =>
    readFileSync(`${root}ui/${sheet}`, 'utf8').includes(`${selector}::first-letter {\n  text-transform: uppercase;`);
  assert.ok(isCapital('badge.module.css', '.text'));
  assert.ok(isCapital('code-block.module.css', '.head > span'));
  const shapes = sources.filter(({ path, text }) => path !== 'ui/badge.tsx' && text.includes("styles['badge']"));
  assert.deepEqual(
    shapes.map(({ path }) => path),
    [],
    'only Badge uses the style of badges',
  );
});
