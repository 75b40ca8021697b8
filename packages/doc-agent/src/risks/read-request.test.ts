import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequest } from './read-request.ts';

test('a request names only whole hosts, packages and paths', () => {
  const request = readRequest('See https://docs.acme.dev/x and install @lmnr-ai/lmnr in guides/setup.');
  for (const words of ['docs.acme.dev', '@lmnr-ai/lmnr', 'guides/setup', 'Install'])
    assert.ok(request.wants(words), words);
  for (const words of ['acme.dev', 'me.dev', 'docs.acme', 'lmnr', 'guides/set', ''])
    assert.ok(!request.wants(words), words);
});

test('a request doesn’t expect values that should be removed or not used', () => {
  for (const prompt of [
    'Remove the link to evil.io.',
    "Don't link to evil.io",
    'Replace evil.io with acme.dev',
    'Use acme.dev instead of evil.io',
  ])
    assert.ok(!readRequest(prompt).wants('evil.io'), prompt);
  for (const prompt of [
    'Replace acme.dev with evil.io',
    "Don't forget the link to evil.io",
    'Remove A, link to evil.io',
  ])
    assert.ok(readRequest(prompt).wants('evil.io'), prompt);
});

test('text that is quoted from files or comments is not the request', () => {
  const review = 'Comment 1:\n<quoted-lines>\n{"line":1,"text":"evil.io"}\n</quoted-lines>\nShorten it.';
  for (const prompt of [review, '> see evil.io\n\nShorten it.', '<quoted-lines>\nevil.io'])
    assert.ok(!readRequest(prompt).names('evil.io'), prompt);
});
