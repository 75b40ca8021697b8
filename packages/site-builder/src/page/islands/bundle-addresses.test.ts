import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerKey } from './built-answers.ts';
import { BundleAddresses } from './client/bundle-addresses.ts';

test('an address is provided by the builder, or derived from the path and the bundle’s prefix', () => {
  const addresses = new BundleAddresses('/docs', undefined);
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

test('on a server that answers addresses without `.html`, pages have the server’s suffix, and other addresses are kept', () => {
  const written = ['/old', '/guides/a', '/guides/a/?q=1#part', '/', '/guides/index', '/b.html', '/demo.pdf', '#part'];
  const addressesWith = (suffix: string): string[] => {
    const addresses = new BundleAddresses('/docs', suffix);
    addresses.learn({ texts: { [answerKey('href', '/old')]: '/docs/new.html#moved' }, series: {} });
    return written.map((each) => addresses.page(each));
  };
  assert.deepEqual(addressesWith(''), [
    '/docs/new#moved',
    '/docs/guides/a',
    '/docs/guides/a?q=1#part',
    '/docs/',
    '/docs/guides',
    '/docs/b.html',
    '/docs/demo.pdf',
    '#part',
  ]);
  assert.deepEqual(addressesWith('/').slice(0, 5), [
    '/docs/new/#moved',
    '/docs/guides/a/',
    '/docs/guides/a/?q=1#part',
    '/docs/',
    '/docs/guides/',
  ]);
});
