import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCheckedUrl } from './to-checked-url.ts';

test('a link to the public web is requested without its fragment, and converted to ASCII', () => {
  assert.equal(toCheckedUrl('https://a.dev/x?y=1#z')?.href, 'https://a.dev/x?y=1');
  assert.equal(toCheckedUrl('HTTP://Straße.de/\0ü')?.href, 'http://xn--strae-oqa.de/%00%C3%BC');
});

test('links to private networks or reserved names, or with a password, are not requested', () => {
  for (const link of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1:8080/',
    'http://[::1]/',
    'http://[::ffff:169.254.169.254]/latest/meta-data',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://10.0.0.7/',
    'http://localhost:3000/',
    'http://api.localhost./',
    'http://wiki/',
    'https://api.example.com/v1',
    'https://docs.acme.example/',
    'https://printer.local/',
    'https://ada:secret@a.dev/',
    'mailto:ada@a.dev',
    'javascript:alert(1)',
    'https://a..dev/',
    'https://\0.dev/',
    'not a link',
    `https://a.dev/${'x'.repeat(2_000)}`,
    `https://a.dev/${'ü'.repeat(900)}`,
    `https://a.dev/${'x'.repeat(1_000_000)}`,
  ])
    assert.equal(toCheckedUrl(link), undefined, link.slice(0, 80));
});
