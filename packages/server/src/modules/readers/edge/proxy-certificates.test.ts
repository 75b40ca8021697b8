import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { after, before, describe, test } from 'node:test';
import {
  findMissing,
  makeCertificate,
  signCertificate,
  type TestCertificate,
} from '../../../testing/make-certificate.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccessTables } from './access-store.ts';
import { readAuthorities } from './create-context.ts';
import { createMemoryAccess } from './testing/memory-access.ts';
import { openEdge, type TestEdge } from './testing/open-edge.ts';

const site = 'acme.sites.example';
const headers = { host: site, 'x-forwarded-user': 'ada' };

describe('a proxy with a client certificate', { skip: findMissing('openssl') }, () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  let folder = '';
  let authority: TestCertificate;
  const sign = (name: string, subject: string, by = authority) =>
    signCertificate(folder, name, { subject, authority: by });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-proxy-'));
    authority = makeCertificate(folder, 'authority', 'DNS:authority.example');
    const own = makeCertificate(folder, 'sites', 'DNS:*.sites.example');
    database = await openModuleDatabase<AccessTables>();
    const access = createMemoryAccess();
    access.sites.set('acme', {
      mode: 'proxy',
      sessionSeconds: 3_600,
      sessionEpoch: 0,
      addresses: ['127.0.0.1'],
      userHeader: 'X-Forwarded-User',
      groupsHeader: 'X-Forwarded-Groups',
      nameHeader: '',
      emailHeader: '',
      proof: { kind: 'mtls', subject: String.raw`O=Example\, Inc.,CN=proxy` },
    });
    const files = { certificate: own.certificateFile, key: own.keyFile };
    const proxyAuthorities = authority.certificateFile;
    edge = await openEdge(database, { access, tls: { port: 0, files, hstsSeconds: 0, proxyAuthorities } });
    await edge.addSite('acme');
  });
  after(async () => {
    await edge.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  const ask = async (client: TestCertificate | undefined, agent: Agent | false = false) => {
    const target = {
      host: '127.0.0.1',
      port: edge.tlsPort,
      path: '/guide',
      servername: site,
      rejectUnauthorized: false,
    };
    const identity = client && { cert: client.chain, key: client.key };
    const sent = httpsRequest({ ...target, ...identity, agent, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const isReused = (response.socket as TLSSocket).isSessionReused();
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode, isReused };
  };

  test('can name the reader, even on a resumed connection', async () => {
    const proxy = sign('proxy', '/O=Example, Inc./CN=proxy');
    const agent = new Agent({ keepAlive: false, maxCachedSessions: 10 });
    assert.deepEqual(await ask(proxy, agent), { status: 200, isReused: false });
    assert.deepEqual(await ask(proxy, agent), { status: 200, isReused: true });
  });

  test('is not recognized without a certificate, with another subject, or from another authority', async () => {
    const other = makeCertificate(folder, 'other', 'DNS:other.example');
    for (const [name, client] of Object.entries({
      none: undefined,
      'another subject': sign('another', '/O=Example, Inc./CN=other'),
      'part of the subject': sign('part', '/CN=proxy'),
      'a value that looks like two parts': sign('looks', '/CN=Example, Inc.,CN=proxy'),
      'another authority': sign('stranger', '/O=Example, Inc./CN=proxy', other),
      'no authority': makeCertificate(folder, 'proxy', 'DNS:proxy.example'),
    }))
      assert.equal((await ask(client)).status, 401, name);
  });

  test('needs authorities that can be read when the edge starts', async () => {
    const [empty, damaged] = [join(folder, 'empty.pem'), join(folder, 'damaged.pem')];
    await writeFile(empty, 'no certificate');
    await writeFile(damaged, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    await assert.rejects(
      readAuthorities(empty),
      /empty\.pem \(DOCWRIGHT_PROXY_CA_FILE\) can't be used: .*no certificate/,
    );
    await assert.rejects(readAuthorities(damaged), /damaged\.pem .* can't be used/);
    await assert.rejects(readAuthorities(join(folder, 'missing.pem')), /ENOENT/);
  });
});
