import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedHost } from './requested-host.ts';
import { splitTarget } from './split-target.ts';

const asked = (url: string, ...rawHeaders: string[]): string | undefined => {
  const first = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  const headers = first < 0 ? {} : { host: rawHeaders[first + 1] };
  return requestedHost({ url, rawHeaders, headers });
};

test('the host of an absolute address takes precedence over the header', () => {
  assert.equal(asked('/a', 'Host', 'one.example'), 'one.example');
  assert.equal(asked('http://two.example/a', 'Host', 'one.example'), 'two.example');
  assert.equal(asked('HTTPS://two.example:8443', 'Host', 'one.example'), 'two.example:8443');
  assert.equal(asked('*', 'Host', 'one.example'), 'one.example');
});

test('several hosts are treated like a missing host', () => {
  assert.equal(asked('/'), undefined);
  assert.equal(asked('/', 'Host', 'one.example', 'host', 'one.example'), undefined);
  assert.equal(asked('http://two.example/', 'Host', 'one.example', 'HOST', 'two.example'), undefined);
});

test('an absolute address without a path requests the first page', () => {
  assert.deepEqual(splitTarget('http://two.example?a=b'), { pathname: '/', query: 'a=b' });
  assert.deepEqual(splitTarget('http://two.example'), { pathname: '/', query: '' });
  assert.deepEqual(splitTarget('http://two.example/a/?b'), { pathname: '/a/', query: 'b' });
  assert.deepEqual(splitTarget('ftp://two.example/a'), { pathname: '', query: '' });
});
