import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeToolCall } from './describe-tool-call.ts';

const say = (name: string, input: unknown): string => {
  const { action, subject } = describeToolCall(name, input);
  return `${action} ${subject}`.trim();
};

test('a call is described in the natural word order, regardless of the order of its fields', () => {
  assert.equal(
    say('move_page', { to: 'guides/import', from: 'guides/migrate' }),
    'Move guides/migrate → guides/import',
  );
  assert.equal(say('replace_text', { with: 'Portal', text: 'Console' }), 'Replace Console → Portal');
  assert.equal(say('delete_page', { redirect: 'start', path: 'old' }), 'Delete old and redirect to start');
  assert.equal(
    say('navigation', { op: 'add_redirect', destination: '/b', source: '/a' }),
    'Add a redirect from /a to /b',
  );
  assert.equal(
    say('navigation', { op: 'rename_group', name: 'Guides', group: 'Start' }),
    'Rename the group Start → Guides',
  );
  assert.equal(
    say('section', { op: 'rename', text: 'Quotas', heading: 'Limits', path: 'auth' }),
    'Rename the section Limits → Quotas in auth',
  );
  assert.equal(
    say('section', { op: 'remove', heading: 'Limits', path: 'auth' }),
    'Remove the section Limits from auth',
  );
  assert.equal(say('section', { op: 'append', heading: 'Limits' }), 'Add to the section Limits of');
  assert.equal(say('navigation', { op: 'show' }), 'Read the navigation');
  assert.equal(say('navigation', { op: 'add_language', name: 'de', existing: 'en' }), 'Add the language de');
});

test('the end of a job without a pull request has no subject', () => {
  assert.equal(say('finish', { title: 'Add limits' }), 'Finish: Add limits');
  for (const title of ['', undefined])
    assert.deepEqual(describeToolCall('finish', { title }), { action: 'Finish', subject: '' });
});

test('long or multi-line text becomes one short line', () => {
  const { subject } = describeToolCall('grep', { regex: `a\n${'b'.repeat(1000)}` });
  assert.equal(subject.length, 161);
  assert.ok(!subject.includes('\n'));
});

test('an unknown tool is shown unchanged, and unexpected input is ignored or shown as text', () => {
  assert.equal(say('constructor', { a: 'x', b: 2, c: {} }), 'constructor x 2');
  assert.equal(say('edit', 'not an object'), 'Edit');
  assert.equal(say('rm', 'not an object'), 'rm not an object');
  assert.equal(say('navigation', { op: 'explode' }), 'Change the navigation');
});
