import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { connect as tlsConnect, type TLSSocket } from 'node:tls';
import { startPebble, type TestAuthority } from '../../../platform/acme/testing/start-pebble.ts';
import { createFixedClock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { startDnsServer, type TestDnsServer } from '../../../platform/dns/testing/dns-server.ts';
import { createHttpClient, type HttpClient } from '../../../platform/http-client/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { createSecretBox, type SecretBox } from '../../../platform/secret-box/index.ts';
import { findMissing } from '../../../testing/make-certificate.ts';
import { OTHER, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { EdgeDeps } from '../../readers/edge/index.ts';
import { openEdge, type TestEdge } from '../../readers/edge/testing/open-edge.ts';
import {
  findCertificate,
  findCertificateStates,
  findChallenge,
  listChallenges,
  resealCertificates,
  type CertificateTables,
} from './index.ts';
import { createOrders, type OrderSettings } from './order-certificates.ts';

type EdgeTables = EdgeDeps['database'] extends Database<infer T> ? T : never;
type Schema = EdgeTables & CertificateTables & AuditLogTables;

const skip = findMissing('pebble', 'openssl');
const hour = 3_600_000;

describe('certificates from an authority', { skip }, () => {
  let database: ModuleDatabase<Schema>;
  let dns: TestDnsServer;
  let authority: TestAuthority;
  let http: HttpClient;
  /** The edge at the address that the authority checks, and another edge. */
  let edges: readonly [TestEdge, TestEdge];
  const clock = createFixedClock(new Date());
  const log = createLogger({ level: 'silent' });
  const masterKey = randomBytes(32);
  const secretBox = createSecretBox({ current: masterKey, previous: [] });
  const { signal } = new AbortController();

  before(async () => {
    database = await openModuleDatabase();
    dns = await startDnsServer();
    const deps = { database, secretBox, clock };
    const certificates = {
      find: (domain: string) => findCertificate(deps, domain),
      findChallenge: (question: Parameters<typeof findChallenge>[1]) => findChallenge(deps, question),
      listChallenges: () => listChallenges(deps),
    };
    const open = () =>
      openEdge(
        database,
        { defaultAccess: 'public', tls: { port: 0, files: undefined, hstsSeconds: 60, proxyAuthorities: undefined } },
        certificates,
      );
    edges = [await open(), await open()];
    await edges[0].addSite('acme');
    await edges[0].addSite('foreign', OTHER);
    authority = await startPebble(dns.address, edges[0].port);
    http = createHttpClient({ allowedPrivateHosts: [new URL(authority.directory).host] });
  });
  after(async () => {
    await http?.close();
    await authority?.close();
    for (const edge of edges) await edge.close();
    await dns.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.pool.query('delete from site_domains');
    await database.pool.query('delete from site_certificates');
    await database.pool.query('delete from acme_orders');
    await database.pool.query('delete from acme_accounts');
  });

  const orders = (changes: Partial<OrderSettings> = {}, box = secretBox) =>
    createOrders(
      { directory: authority.directory, email: 'ops@example.org', perDay: 100, perOrganization: 20, ...changes },
      { database, secretBox: box, http, clock, log },
    );
  const prove = async (domain: string, { project = 'acme', address = '127.0.0.1' } = {}): Promise<void> => {
    await database.pool.query(
      `insert into site_domains (id, organization_id, project_id, domain, status, claimed_at, leads_here)
       select 'sd_' || $1, organization_id, project_id, $1, 'verified', now(), true from sites where project_id = $2`,
      [domain, project],
    );
    dns.set(domain, { a: [address] });
  };
  const state = async (domain: string) => (await findCertificateStates(database.kysely, 'acme')).get(domain);
  const read = async (edge: TestEdge, name: string) => {
    const options = {
      host: '127.0.0.1',
      port: edge.tlsPort,
      servername: name,
      ca: authority.root,
      agent: false as const,
    };
    const sent = httpsRequest({ ...options, headers: { host: name } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { serialNumber } = (answer.socket as TLSSocket).getPeerCertificate();
    let text = '';
    for await (const piece of answer) text += String(piece);
    return { status: answer.statusCode, text, serialNumber };
  };
  const events = async (domain: string): Promise<string[]> => {
    const text = 'select action from audit_events where target_name = $1 order by id';
    return (await database.pool.query<{ action: string }>(text, [domain])).rows.map(({ action }) => action);
  };

  test('both edges use the certificate ordered for a verified domain, and an http request is redirected to https', async () => {
    const domain = 'docs.example.net';
    await prove(domain);
    const before = await edges[0].get(domain, '/');
    assert.deepEqual([before.status, /Page of acme/.test(before.text)], [200, true]);
    await assert.rejects(read(edges[0], domain), 'no certificate yet');
    assert.equal(await orders()(signal), true);
    assert.equal((await state(domain))?.status, 'issued');
    for (const edge of edges) edge.clock.advance(5_000);
    const shown = await read(edges[0], domain);
    assert.deepEqual([shown.status, /Page of acme/.test(shown.text)], [200, true]);
    assert.equal((await read(edges[1], domain)).serialNumber, shown.serialNumber);
    const redirect = await edges[0].get(domain, '/a?b=c');
    assert.deepEqual([redirect.status, redirect.headers['location']], [308, 'https://docs.example.net/a?b=c']);
    assert.deepEqual(await events(domain), ['domain.certificate_issued']);
    const { rows } = await database.pool.query('select sealed from site_certificates');
    assert.doesNotMatch(JSON.stringify(rows), /PRIVATE|BEGIN/);
    assert.equal(await orders()(signal), false, 'nothing is left to order');
  });

  test('a connection without a valid handshake for a served name is closed, and the edge continues', async () => {
    const domain = 'sturdy.example.net';
    await prove(domain);
    await orders()(signal);
    edges[0].clock.advance(5_000);
    for (const said of ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', '\u0016\u0003\u0001\uffff\u0000', '\0'.repeat(100)]) {
      const socket = connect(edges[0].tlsPort, '127.0.0.1').resume();
      socket.end(said, 'latin1');
      await once(socket, 'close');
    }
    for (const name of [
      'sites.example',
      'nobody.sites.example',
      `${'a'.repeat(63)}.example`,
      'x_y.example',
      'localhost',
    ])
      await assert.rejects(read(edges[0], name), /handshake failure|ECONNRESET/, name);
    const nameless = tlsConnect({ host: '127.0.0.1', port: edges[0].tlsPort, rejectUnauthorized: false });
    await assert.rejects(once(nameless, 'secureConnect'), /handshake failure|ECONNRESET/);
    assert.equal((await read(edges[0], domain)).status, 200);
  });

  test('two edges that check at the same time order one certificate for a domain', async () => {
    await prove('once.example.net');
    const taken = await Promise.all([orders()(signal), orders()(signal)]);
    assert.equal(taken.filter(Boolean).length, 1);
    assert.equal((await database.pool.query('select from acme_orders')).rowCount, 1);
  });

  test('if an edge is lost during an order, the certificate is ordered again after ten minutes', async () => {
    await prove('lost.example.net');
    const lost = new AbortController();
    lost.abort();
    assert.equal(await orders()(lost.signal), false);
    assert.equal(await orders()(signal), false);
    clock.advance(10 * 60_000);
    assert.equal(await orders()(signal), true);
    assert.equal((await state('lost.example.net'))?.status, 'issued');
  });

  test('a certificate is due for renewal at two thirds of its lifetime, and an edge uses the new one a minute later', async () => {
    const domain = 'renewed.example.net';
    await prove(domain);
    await orders()(signal);
    edges[0].clock.advance(5_000);
    const first = await read(edges[0], domain);
    const { expiresAt, nextOrderAt } = (await state(domain)) ?? {};
    const life = (Date.parse(expiresAt ?? '') - clock.now()) / hour;
    const until = (Date.parse(nextOrderAt ?? '') - clock.now()) / hour;
    assert.ok(Math.abs(until / life - 2 / 3) < 0.01, `${until} of ${life} hours`);
    assert.equal(await orders()(signal), false);
    await database.pool.query('update site_certificates set next_order_at = $1', [new Date(clock.now())]);
    assert.equal(await orders()(signal), true);
    edges[0].clock.advance(61_000);
    // The first request is still answered with the cached certificate.
    await read(edges[0], domain);
    while ((await read(edges[0], domain)).serialNumber === first.serialNumber);
  });

  test('a refusal by the authority is reported once with its message, and the order is retried later', async () => {
    const domain = 'elsewhere.example.net';
    await prove(domain, { address: '127.0.0.2' });
    assert.equal(await orders()(signal), true);
    const failed = await state(domain);
    assert.equal(failed?.status, 'failed');
    assert.match(failed.reason ?? '', /^The authority reports: .*127\.0\.0\.2.*connection refused/);
    assert.equal(Date.parse(failed.nextOrderAt) - clock.now(), hour / 4);
    assert.equal(await orders()(signal), false, 'not retried immediately');
    await database.pool.query('update site_certificates set next_order_at = $1', [new Date(clock.now())]);
    await orders()(signal);
    assert.deepEqual(await events(domain), ['domain.certificate_failed']);
    dns.set(domain, { a: ['127.0.0.1'] });
    await database.pool.query('update site_certificates set next_order_at = $1', [new Date(clock.now())]);
    await orders()(signal);
    assert.deepEqual([(await state(domain))?.status, (await state(domain))?.reason], ['issued', null]);
  });

  test('an order fails with its own reason if the authority can’t be reached', async () => {
    await prove('away.example.net');
    assert.equal(await orders({ directory: 'https://127.0.0.1:9/dir' })(signal), true);
    assert.equal((await state('away.example.net'))?.reason, 'The certificate authority could not be reached.');
  });

  test('the installation and each organization order a limited number per day; later orders state why they wait and until when', async () => {
    for (const n of [1, 2, 3]) await prove(`mine-${n}.example.net`);
    await prove('theirs.example.net', { project: 'foreign' });
    const away = { directory: 'https://127.0.0.1:9/dir' };
    const next = orders({ ...away, perOrganization: 2 });
    for (const more of [true, true, true, false]) assert.equal(await next(signal), more);
    assert.equal(await state('theirs.example.net'), undefined);
    const { rows } = await database.pool.query(
      'select organization_id, count(*)::int as n from acme_orders group by 1 order by 1',
    );
    assert.deepEqual(rows, [
      { organization_id: 'org_home', n: 2 },
      { organization_id: OTHER, n: 1 },
    ]);
    const postponed = await state('mine-3.example.net');
    assert.deepEqual(
      [postponed?.status, postponed?.reason],
      ['postponed', 'The organization has ordered 2 certificates in 24 hours; the limit is 2.'],
    );
    assert.equal(Date.parse(postponed?.nextOrderAt ?? '') - clock.now(), 24 * hour);
    assert.equal(await orders({ ...away, perDay: 3 })(signal), false);
    assert.match((await state('mine-3.example.net'))?.reason ?? '', /^This installation has ordered 3/);
    // The limits were raised, so no order has to wait for the next day.
    assert.equal(await orders({ ...away, perOrganization: 3 })(signal), true);
    assert.equal((await state('mine-3.example.net'))?.status, 'failed');
  });

  test('a domain that isn’t verified or resolves elsewhere gets no certificate, and a moved domain’s old certificate isn’t used', async () => {
    await prove('moves.example.net');
    await orders()(signal);
    await prove('away.example.net');
    await database.pool.query(`update site_domains set leads_here = false where domain = 'away.example.net'`);
    await prove('asked.example.net');
    await database.pool.query(
      `update site_domains set claimed_at = null, status = 'pending' where domain = 'asked.example.net'`,
    );
    assert.equal(await orders()(signal), false);
    edges[1].clock.advance(5_000);
    await read(edges[1], 'moves.example.net');
    await database.pool.query(`delete from site_domains where domain = 'moves.example.net'`);
    await prove('moves.example.net', { project: 'foreign' });
    edges[1].clock.advance(61_000);
    await read(edges[1], 'moves.example.net');
    await assert.rejects(async () => {
      for (;;) await read(edges[1], 'moves.example.net');
    }, 'the key of the previous project is no longer used');
    assert.equal(await orders()(signal), true);
    assert.equal(await state('moves.example.net'), undefined);
  });

  test('a new master key re-encrypts certificates; certificates that only a lost key opens are ordered again', async () => {
    const domain = 'rotated.example.net';
    await prove(domain);
    await orders()(signal);
    const find = (box: SecretBox) => findCertificate({ database, secretBox: box, clock }, domain);
    const [second, third] = [randomBytes(32), randomBytes(32)];
    const both = createSecretBox({ current: second, previous: [masterKey] });
    const alone = createSecretBox({ current: second, previous: [] });
    await assert.rejects(find(alone), { code: 'master-key-unknown' });
    // The certificate and the account.
    assert.equal(await resealCertificates(database, both), 2);
    assert.equal(await resealCertificates(database, both), 0);
    assert.ok(await find(alone));
    const other = createSecretBox({ current: third, previous: [] });
    assert.equal(await resealCertificates(database, other), 0);
    assert.equal((await state(domain))?.status, 'pending');
    assert.equal(await orders({}, other)(signal), true);
    assert.ok(await find(other));
  });
});
