import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommands, readManualPages, type Command } from './find-commands.ts';

const command = (label: string, detail?: string): Command => ({
  id: label,
  label,
  detail,
  icon: 'file',
  run: () => undefined,
});
const found = (items: readonly Command[], query: string): readonly string[] =>
  findCommands([{ label: 'All', items }], query).flatMap((group) => group.items.map(({ label }) => label));

test('a command matches if its label or keywords contain every word, in any case and order', () => {
  const items = [command('Domains', 'Example docs'), command('Deployments', 'Example docs'), command('Settings')];
  assert.deepEqual(found(items, 'EXAMPLE dom'), ['Domains']);
  assert.deepEqual(found(items, '  '), ['Domains', 'Deployments', 'Settings']);
  assert.deepEqual(found(items, 'nothing'), []);
});

test('labels that begin with the query precede labels that contain it, which precede keyword matches', () => {
  const items = [command('Overview', 'of jobs'), command('New job'), command('Jobs')];
  assert.deepEqual(found(items, 'job'), ['Jobs', 'New job', 'Overview']);
});

test('a group without a match is left out, and a long group is truncated', () => {
  const many = Array.from({ length: 20 }, (_, index) => command(`Page ${index}`));
  const groups = findCommands(
    [
      { label: 'Pages', items: many },
      { label: 'Projects', items: [command('Docs')] },
    ],
    'page',
  );
  assert.deepEqual(
    groups.map(({ label, items }) => [label, items.length]),
    [['Pages', 7]],
  );
});

test('the manual’s pages are read from its list', () => {
  const text = `# Docwright

> A service

## Docs

- [Models](/docs/agent/models.md): Which models can be used: keys, prices
- [Untold](/docs/untold.md)
- [Elsewhere](https://example.com/page)
`;
  assert.deepEqual(readManualPages(text), [
    { title: 'Models', path: '/docs/agent/models', text: 'Which models can be used: keys, prices' },
    { title: 'Untold', path: '/docs/untold', text: '' },
  ]);
});
