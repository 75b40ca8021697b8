import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDnsLookup, type DnsLookup } from './index.ts';
import { startDnsServer, type TestDnsServer } from './testing/dns-server.ts';

describe('a name’s DNS records', () => {
  let server: TestDnsServer;
  let dns: DnsLookup;

  before(async () => {
    server = await startDnsServer();
    dns = createDnsLookup({ servers: [server.address] });
    server.set('docs.example.com', { cname: 'Acme.Sites.example', a: ['192.0.2.1'] });
    server.set('_docwright-challenge.example.com', { txt: ['one', 'two'] });
    server.set('bare.example.com', {});
  });
  after(() => server.close());

  test('include text, aliases in lowercase, and addresses', async () => {
    assert.deepEqual(await dns.txt('_docwright-challenge.example.com'), { kind: 'records', values: ['one', 'two'] });
    assert.deepEqual(await dns.cname('docs.example.com'), { kind: 'records', values: ['acme.sites.example'] });
    assert.deepEqual(await dns.addresses('docs.example.com'), { kind: 'records', values: ['192.0.2.1'] });
  });

  test('don’t exist for a name without such records, or for a nonexistent name', async () => {
    assert.deepEqual(await dns.txt('bare.example.com'), { kind: 'none' });
    assert.deepEqual(await dns.cname('nobody.example.com'), { kind: 'none' });
    assert.deepEqual(await dns.addresses('nobody.example.com'), { kind: 'none' });
  });

  test('aren’t reported as missing if the server is unreachable or fails, and the two results differ', async () => {
    const away = createDnsLookup({ servers: ['127.0.0.1:9'] });
    assert.deepEqual(await away.txt('docs.example.com'), { kind: 'unanswered' });
    server.fail();
    assert.deepEqual(await dns.txt('docs.example.com'), { kind: 'refused' });
  });
});
