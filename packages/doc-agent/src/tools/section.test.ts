import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolvePolicy } from '../policy/policy.ts';
import { toolBench } from '../testing/tool-bench.ts';

const body = [
  '## Set up\r\n\r\nOne.\r\n\r\n',
  '<Tabs>\r\n  <Tab title="A">\r\n    ## Inside\r\n\r\n    Two.\r\n  </Tab>\r\n</Tabs>\r\n\r\n',
  '## Last\r\n\r\nThree.\r\n',
];
const page = body.join('');
const call = async (input: object, files: Readonly<Record<string, string>> = {}) => {
  const bench = toolBench({ 'a.mdx': page, ...files });
  const result = await bench.call('section', { path: 'a', ...input });
  return typeof result === 'string' ? result : bench.text('a.mdx');
};

test('a section in a component ends with it, and appended text has its indentation', async () => {
  assert.equal(
    await call({ op: 'append', heading: 'Inside', text: 'More.\n\nAnd more.' }),
    page.replace('    Two.\r\n', '    Two.\r\n\r\n    More.\r\n\r\n    And more.\r\n'),
  );
  assert.equal(
    await call({ op: 'remove', heading: '## inside' }),
    page.replace('    ## Inside\r\n\r\n    Two.\r\n', ''),
  );
});

test('a section is removed with the components in it, and removing the last section leaves no empty lines', async () => {
  assert.equal(await call({ op: 'remove', heading: 'Set up' }), body[2]);
  assert.equal(await call({ op: 'remove', heading: 'Last' }), `${body[0]}${(body[1] ?? '').trimEnd()}\r\n`);
});

test('links to a section count if they are on the page itself, on other pages, encoded, or use an explicit ID', async () => {
  const own = '[a](#last)\n\n## Last\n\nx\n';
  assert.equal(await call({ op: 'remove', heading: 'Last' }, { 'a.mdx': own }), 'linked');
  assert.equal(await call({ op: 'remove', heading: 'Last' }, { 'b.mdx': '<Card href="/a#last" />' }), 'linked');
  const named = '## Über uns {#us}\n\nx\n\n## Other\n';
  assert.equal(await call({ op: 'remove', heading: 'über uns' }, { 'a.mdx': named, 'b.mdx': '[x](/a#us)' }), 'linked');
  assert.equal(
    await call({ op: 'remove', heading: 'Über uns' }, { 'a.mdx': named, 'b.mdx': '[x](/a#über-uns) [y](/b#us)' }),
    '## Other\n',
  );
  const plain = '## Über uns\n\nx\n';
  assert.equal(
    await call(
      { op: 'rename', heading: 'Über uns', text: 'Team' },
      { 'a.mdx': plain, 'b.mdx': '[x](a#%C3%BCber-uns)' },
    ),
    '## Team {#über-uns}\n\nx\n',
  );
  // A link inside the section is removed with the section, and text in code isn't a link.
  const inside = '## Last\n\n[up](#last)\n\n```\n[x](#last)\n```\n';
  assert.equal(await call({ op: 'remove', heading: 'Last' }, { 'a.mdx': `Text.\n\n${inside}` }), 'Text.\n');
});

test('a heading keeps its ID, level and marks, and needs no ID if its anchor doesn’t change', async () => {
  const text = '### Set up {#go} \n\nx\n## Keys ##\n';
  assert.equal(
    await call({ op: 'rename', heading: 'Set up', text: 'Begin' }, { 'a.mdx': text }),
    text.replace('Set up', 'Begin'),
  );
  assert.equal(
    await call({ op: 'rename', heading: 'Keys', text: 'KEYS' }, { 'a.mdx': text, 'b.mdx': '[k](/a#keys)' }),
    text.replace('Keys', 'KEYS'),
  );
});

test('an invalid edit is rejected', async () => {
  for (const [input, code] of [
    [{ op: 'remove', heading: 'Nowhere' }, 'not_found'],
    [{ op: 'remove', heading: '' }, 'not_found'],
    [{ op: 'rename', heading: 'Last', text: 'Last' }, 'no_change'],
    [{ op: 'rename', heading: 'Last', text: '# Last' }, 'invalid_input'],
    [{ op: 'rename', heading: 'Last', text: 'a\nb' }, 'invalid_input'],
    [{ op: 'rename', heading: 'Last' }, 'invalid_input'],
    [{ op: 'append', heading: 'Last', text: ' ' }, 'invalid_input'],
    [{ op: 'remove', heading: 'Last', path: '../a' }, 'invalid_path'],
    [{ op: 'remove', heading: 'Last', path: 'docs.json' }, 'not_found'],
  ] as const)
    assert.equal(await call(input), code, JSON.stringify(input));
  const twice = { 'a.mdx': '## Last\n\n## last\n' };
  assert.equal(await call({ op: 'remove', heading: 'Last' }, twice), 'ambiguous');
  const locked = toolBench({ 'a.mdx': page }, resolvePolicy({ denyPaths: ['a.mdx'] }));
  assert.equal(await locked.call('section', { op: 'remove', path: 'a', heading: 'Last' }), 'policy');
});
