import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findMissing, makeCertificate } from '../../../testing/make-certificate.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccessTables } from './access-store.ts';
import { openEdge, type TestEdge } from './testing/open-edge.ts';

describe('Strict-Transport-Security', { skip: findMissing('openssl') }, () => {
  let database: ModuleDatabase<AccessTables>;
  let folder = '';
  const edges: TestEdge[] = [];

  const open = async (hstsSeconds: number): Promise<TestEdge> => {
    const { certificateFile, keyFile } = makeCertificate(folder, 'sites', 'DNS:*.sites.example');
    const files = { certificate: certificateFile, key: keyFile };
    const edge = await openEdge(database, {
      defaultAccess: 'public',
      tls: { port: 0, files, hstsSeconds, proxyAuthorities: undefined },
    });
    edges.push(edge);
    return edge;
  };
  const read = async ({ tlsPort: port }: TestEdge, path: string, name = 'acme.sites.example', method = 'GET') => {
    const target = {
      host: '127.0.0.1',
      port,
      path,
      method,
      servername: 'acme.sites.example',
      rejectUnauthorized: false,
    };
    const sent = httpsRequest({ ...target, agent: false, headers: { host: name } }).end();
    const [{ statusCode, headers, rawHeaders }] = (await once(sent, 'response')) as [IncomingMessage];
    const times = rawHeaders.filter((header) => header.toLowerCase() === 'strict-transport-security').length;
    return { status: statusCode, value: headers['strict-transport-security'], times, type: headers['content-type'] };
  };

  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    folder = await mkdtemp(join(tmpdir(), 'docwright-hsts-'));
  });
  after(async () => {
    for (const edge of edges) await edge.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  test('is in responses over the edge’s own TLS, once and without subdomains, but not on the plain port', async () => {
    const edge = await open(3_600);
    await edge.addSite('acme');
    for (const [path, status, name, method] of [
      ['/', 200],
      ['/', 200, 'next-12345678--acme.sites.example'],
      ['/guide', 200, 'acme.sites.example', 'HEAD'],
      ['/nothing', 404],
      ['/', 404, 'nobody.sites.example'],
      ['/', 405, 'acme.sites.example', 'DELETE'],
    ] as const) {
      const answer = await read(edge, path, name, method);
      assert.deepEqual([answer.status, answer.value, answer.times], [status, 'max-age=3600', 1], `${name} ${path}`);
    }
    assert.equal((await read(edge, '/')).type, 'text/html; charset=utf-8', 'the other headers are also set');
    const plain = await edge.get('acme.sites.example', '/');
    assert.deepEqual([plain.status, plain.headers['strict-transport-security']], [308, undefined]);
    const ofProxy = await edge.get('acme.sites.example', '/', { headers: { 'x-forwarded-proto': 'https' } });
    assert.deepEqual([ofProxy.status, ofProxy.headers['strict-transport-security']], [200, undefined]);
  });

  test('can be turned off', async () => {
    const edge = await open(0);
    assert.equal((await read(edge, '/')).value, undefined);
  });
});
