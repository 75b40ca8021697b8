import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fixtureConfig } from '../theme/testing/theme-fixture.ts';
import { writeMarkdownHead } from './markdown-head.ts';

test('Markdown includes the address for feedback only if the site accepts feedback', () => {
  const [asking, plain] = [true, false].map((takes) => writeMarkdownHead(fixtureConfig(), 'https://a.example', takes));
  assert.match(
    asking ?? '',
    /^> ## Documentation Index\n(?:>.*\n)+> ## Feedback\n(?:>.*\n)*>.*POST https:\/\/a\.example\/feedback\n/,
  );
  assert.doesNotMatch(plain ?? '', /feedback/i);
  assert.ok(asking?.startsWith((plain ?? '').trimEnd()));
});
