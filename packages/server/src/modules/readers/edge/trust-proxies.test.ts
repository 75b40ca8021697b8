import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { createTrustProxies, readerAddress } from './trust-proxies.ts';

const believe = createTrustProxies(['10.0.0.0/8', 'loopback']);

function ask(peer: string, headers: IncomingHttpHeaders, trust = believe) {
  const request = {
    headers: { host: 'asked.example', ...headers },
    socket: { remoteAddress: peer },
  } as IncomingMessage;
  const { isPlain, isForwarded } = trust(request);
  return { address: readerAddress(request), host: request.headers.host, isPlain, isForwarded };
}

const claims = {
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-host': 'claimed.example',
  'x-forwarded-proto': 'http',
};

test('headers from anyone except a trusted proxy are ignored', () => {
  const plain = { address: '203.0.113.9', host: 'asked.example', isPlain: false, isForwarded: true };
  assert.deepEqual(ask('203.0.113.9', claims), plain);
  assert.deepEqual(ask('10.1.2.3', claims, createTrustProxies([])), { ...plain, address: '10.1.2.3' });
  assert.deepEqual(ask('203.0.113.9', {}), { ...plain, isForwarded: false });
});

test('a trusted proxy reports the client, the host, and whether TLS was used', () => {
  for (const peer of ['10.1.2.3', '127.0.0.1', '::1', '::ffff:10.1.2.3'])
    assert.deepEqual(
      ask(peer, claims),
      { address: '198.51.100.7', host: 'claimed.example', isPlain: true, isForwarded: true },
      peer,
    );
  assert.equal(ask('10.1.2.3', { 'x-forwarded-proto': 'https' }).isPlain, false);
  assert.equal(ask('10.1.2.3', { 'x-forwarded-proto': 'http, https' }).isPlain, false);
});

test('only the addresses that trusted proxies added to a list count', () => {
  const address = (list: string) => ask('10.1.2.3', { 'x-forwarded-for': list }).address;
  assert.equal(address('192.0.2.1, 198.51.100.7, 10.9.9.9'), '198.51.100.7');
  assert.equal(address('192.0.2.1, 198.51.100.7'), '198.51.100.7');
  assert.equal(address('10.7.7.7, 10.9.9.9'), '10.7.7.7');
  assert.equal(ask('10.1.2.3', { 'x-forwarded-host': 'before.example, nearest.example' }).host, 'nearest.example');
});

test('an invalid address is ignored', () => {
  for (const list of ['', 'unknown', '198.51.100.7:4711', ', ,', 'a'.repeat(5_000)])
    assert.equal(ask('10.1.2.3', { 'x-forwarded-for': list }).address, '10.1.2.3', list);
});
