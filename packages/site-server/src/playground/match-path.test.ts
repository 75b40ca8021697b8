import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPath } from './match-path.ts';
import { parseOperationList } from './operation-list.ts';

test('a parameter matches one segment, or part of one', () => {
  const cases: [string, string, boolean][] = [
    ['/pets/{id}', '/pets/7', true],
    ['/pets/{id}', '/pets/', false],
    ['/pets/{id}', '/pets/7/toys', false],
    ['/pets', '/pets/', false],
    ['/files/{name}.{ext}', '/files/a.b.c', true],
    ['/files/{name}.{ext}', '/files/.c', false],
    ['/files/{name}.{ext}', '/files/a.', false],
    ['/v1/{id}:cancel', '/v1/7:cancel', true],
    ['/v1/{id}:cancel', '/v1/:cancel', false],
    ['/{a}{b}', '/xy', true],
    ['/{a}{b}', '/x', false],
  ];
  for (const [template, path, expected] of cases)
    assert.equal(matchPath(template, path), expected, `${template} ${path}`);
});

test('a parameter doesn’t match a value that could be read as several segments or as a parent folder', () => {
  for (const value of ['a%2fb', 'a%5Cb', '..%2f..%2fadmin', '%252e%252e', 'a%252fb', '%', '%ff', '..%5c'])
    assert.equal(matchPath('/pets/{id}', `/pets/${value}`), false, value);
  assert.equal(matchPath('/pets/{id}', '/pets/a%20b'), true);
});

test('templates with 2,000 parameters are compared correctly', () => {
  const template = `/${'{a}-'.repeat(2000)}{b}`;
  assert.equal(matchPath(template, `/${'x-'.repeat(2000)}x`), true);
  assert.equal(matchPath(template, `/${'x'.repeat(8000)}`), false);
});

test('the list contains operations below their server’s path, and no malformed operations', () => {
  const list = parseOperationList(
    Buffer.from(
      JSON.stringify({
        formatVersion: 1,
        operations: [
          { method: 'GET', path: '/pets/{id}', servers: ['https://api.example/v1/', 'ftp://x', 7], headers: ['X-Key'] },
          { method: 'CONNECT', path: '/', servers: ['https://api.example'] },
          { path: '/nothing' },
          null,
        ],
      }),
    ),
  );
  const find = (method: string, url: string) => list.find(method, new URL(url));
  assert.deepEqual(find('GET', 'https://api.example/v1/pets/7?x=1'), {
    ...find('GET', 'https://api.example/v1/pets/8'),
  });
  assert.equal(find('GET', 'https://api.example/v1/pets/7')?.headers.has('x-key'), true);
  for (const [method, url] of [
    ['POST', 'https://api.example/v1/pets/7'],
    ['GET', 'http://api.example/v1/pets/7'],
    ['GET', 'https://api.example:8443/v1/pets/7'],
    ['GET', 'https://api.example.evil.example/v1/pets/7'],
    ['GET', 'https://api.example/pets/7'],
    ['GET', 'https://api.example/v1/pets/../admin'],
    ['CONNECT', 'https://api.example/'],
  ] as const)
    assert.equal(find(method, url), undefined, `${method} ${url}`);
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"formatVersion":2,"operations":[]}',
    '{"formatVersion":1,"operations":{}}',
  ])
    assert.equal(parseOperationList(Buffer.from(text)).find('GET', new URL('https://api.example/')), undefined, text);
});
