import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerKey } from './built-answers.ts';
import { BundleAddresses } from './client/bundle-addresses.ts';

test('an address is provided by the builder, or follows from the path and the bundle’s prefix', () => {
  const addresses = new BundleAddresses('/docs');
  const texts = { [answerKey('href', '/old')]: '/docs/new.html', [answerKey('asset', '/a.png')]: '/docs/x/a.1.png' };
  addresses.learn({ texts, series: {} });
  assert.deepEqual(
    ['/old', '/guides/a', '/guides/a/?q=1#part', '/', '/docs/b.html', '#part', 'https://x.test/a', '//x.test', 'a'].map(
      (written) => addresses.page(written),
    ),
    [
      '/docs/new.html',
      '/docs/guides/a.html',
      '/docs/guides/a.html?q=1#part',
      '/docs/index.html',
      '/docs/b.html',
      '#part',
      'https://x.test/a',
      '//x.test',
      'a',
    ],
  );
  assert.deepEqual(
    ['/a.png', '/b.png', 'https://x.test/c.png', 'data:image/gif;base64,AA'].map((written) => addresses.file(written)),
    ['/docs/x/a.1.png', '/docs/b.png', 'https://x.test/c.png', 'data:image/gif;base64,AA'],
  );
});
