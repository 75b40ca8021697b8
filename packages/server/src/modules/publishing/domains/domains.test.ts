import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createDnsLookup, type DnsLookup } from '../../../platform/dns/index.ts';
import { startDnsServer, type TestDnsServer } from '../../../platform/dns/testing/dns-server.ts';
import { createJobEngine } from '../../../platform/job-engine/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleAnswer, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { CertificateTables } from '../certificates/index.ts';
import { defineDeploymentQueue } from '../deployments/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';
import { findSiteByDomain } from '../../readers/edge/index.ts';
import { registerDomainRoutes } from './index.ts';
import type { Tables } from './store.ts';
import { checkDueDomains, type WatchDomainsDeps } from './watch-domains.ts';

type Schema = Tables & RateLimitTables & CertificateTables;

const day = 86_400_000;

describe('a live site’s domains', () => {
  let dns: TestDnsServer;
  let service: ModuleRoutes<Schema>;
  let deps: WatchDomainsDeps;
  let stop = async (): Promise<void> => undefined;
  let nowMs = Date.now();
  let made = 0;
  let project = '';
  let domain = '';

  before(async () => {
    dns = await startDnsServer();
    const log = createLogger({ level: 'silent' });
    service = await openModuleRoutes<Schema>(async (routes, { database }) => {
      const engine = createJobEngine({ url: database.url, pool: database.pool, log });
      const queue = defineDeploymentQueue(engine);
      await engine.start();
      stop = () => engine.stop();
      deps = {
        database,
        engine,
        queue,
        dns: createDnsLookup({ servers: [dns.address] }),
        sites: { scheme: 'https', domain: 'sites.example', port: undefined },
        addresses: ['192.0.2.7'],
        clock: { now: () => nowMs, monotonicMs: () => nowMs },
        log,
      };
      const ownNames = { sitesDomain: 'sites.example', refuse: () => undefined };
      registerDomainRoutes(routes, { ...deps, database, ownNames, hasCertificates: true });
    });
  });
  after(async () => {
    await stop();
    await service.close();
    await dns.close();
  });
  beforeEach(async () => {
    made += 1;
    project = await insertProject(service.database, `proj_${made}`);
    domain = `d${made}.example.com`;
    await service.database.pool.query('delete from rate_uses');
  });

  const path = (at = domain, of = project) => `/v1/projects/${of}/domains/${at}`;
  const add = (name = domain, of = project, as = {}): Promise<ModuleAnswer> =>
    service.request('POST', `/v1/projects/${of}/domains`, { body: { domain: name }, as });
  const show = async (name = domain) => (await service.request('GET', path(name))).json;
  const check = async (name = domain, of = project, as = {}) =>
    (await service.request('POST', `${path(name, of)}/check`, { as })).json;
  const alias = (name = domain, of = project) => dns.set(name, { cname: `${of.replace('_', '-')}.sites.example` });
  const tokenOf = (answer: ModuleAnswer): string =>
    answer.json.records.find(({ type }: { readonly type: string }) => type === 'TXT').value;
  const prove = async (name = domain, of = project, as = {}) => {
    const added = await add(name, of, as);
    dns.set(`_docwright-challenge.${name}`, { txt: [tokenOf(added)] });
    return check(name, of, as);
  };
  const eventsOf = async (name = domain): Promise<string[]> => {
    const { rows } = await service.database.pool.query<{ action: string }>(
      'select action from audit_events where target_name = $1 order by id',
      [name],
    );
    return rows.map(({ action }) => action);
  };
  const deployments = async (of = project): Promise<number> => {
    const { rows } = await service.database.pool.query('select from site_deployments where project_id = $1', [of]);
    return rows.length;
  };

  test('are pending until they are verified; a verified domain is primary, and the site is rebuilt for it', async () => {
    const added = await add('D1.Example.com.');
    assert.deepEqual([added.status, added.json.domain, added.json.status], [201, domain, 'pending']);
    const early = await check();
    assert.deepEqual([early.status, early.claimed], ['pending', false]);
    assert.match(early.reason, /Found no CNAME record/);
    alias();
    const proved = await check();
    assert.deepEqual([proved.status, proved.claimed, proved.primary, proved.leadsHere], ['verified', true, true, true]);
    assert.equal(await deployments(), 1);
    assert.deepEqual(await eventsOf(), ['domain.added', 'domain.checked', 'domain.checked', 'domain.verified']);
  });

  test('with non-ASCII names are stored in Punycode, shown as written, and found by both forms', async () => {
    const written = `bücher${made}.example.com`;
    const added = await add(written);
    assert.equal(added.json.displayName, written);
    assert.match(added.json.domain, /^xn--bcher\d+-\w+\.example\.com$/);
    for (const name of [encodeURIComponent(written), added.json.domain])
      assert.equal((await show(name)).displayName, written);
  });

  test('aren’t verified by another project’s token', async () => {
    const other = await insertProject(service.database, `${project}_b`);
    const theirs = await add(domain, other);
    await add();
    dns.set(`_docwright-challenge.${domain}`, { txt: [tokenOf(theirs)] });
    assert.equal((await check()).status, 'pending');
  });

  test('are verified for only one of two organizations that check them at the same time', async () => {
    const theirs = await insertProject(service.database, `${project}_c`, { organizationId: OTHER });
    const other = { organizationId: OTHER };
    const answers = [await add(), await add(domain, theirs, other)];
    dns.set(`_docwright-challenge.${domain}`, { txt: answers.map(tokenOf) });
    const looks = await Promise.all([check(), check(domain, theirs, other), check(), check(domain, theirs, other)]);
    assert.deepEqual(new Set(looks.map(({ status }) => status)), new Set(['verified', 'failed']));
    const lost = looks.find(({ status }) => status === 'failed');
    assert.match(lost.reason, /another project of this installation has it/);
    const { rows } = await service.database.pool.query(
      'select from site_domains where domain = $1 and claimed_at is not null',
      [domain],
    );
    assert.equal(rows.length, 1);
  });

  test('that are pending don’t block other projects, and a removed domain can be verified by another project', async () => {
    const theirs = await insertProject(service.database, `${project}_d`, { organizationId: OTHER });
    const other = { organizationId: OTHER };
    await add(domain, theirs, other);
    assert.equal((await prove()).status, 'verified');
    assert.equal((await service.request('DELETE', path())).status, 204);
    assert.equal((await service.request('GET', path())).status, 404);
    assert.equal((await prove(domain, theirs, other)).status, 'verified');
  });

  test('that could no longer be added are shown and can be removed', async () => {
    await add();
    const taken = `${domain.split('.')[0] ?? ''}.sites.example`;
    await service.database.pool.query('update site_domains set domain = $1 where domain = $2', [taken, domain]);
    for (const written of [taken.toUpperCase(), `${taken}.`])
      assert.equal((await service.request('GET', path(written))).status, 200, written);
    assert.equal((await service.request('DELETE', path(taken))).status, 204);
    assert.equal((await service.request('GET', path(taken))).status, 404);
    for (const name of ['%00', 'a..b', '-', 'x'.repeat(300), '%F0%9F%92%A9'])
      assert.equal((await service.request('GET', path(name))).status, 404, name);
  });

  test('stay claimed without their record until the announced date, and are then released', async () => {
    await prove();
    dns.set(`_docwright-challenge.${domain}`);
    nowMs += day + 1;
    await checkDueDomains(deps);
    const failing = await show();
    assert.deepEqual([failing.status, failing.claimed], ['failed', true]);
    nowMs = Date.parse(failing.releasedAt) - 1;
    await checkDueDomains(deps);
    assert.equal((await show()).claimed, true);
    nowMs += 1;
    await checkDueDomains(deps);
    const released = await show();
    assert.deepEqual([released.claimed, released.primary, released.nextCheckAt], [false, false, null]);
    assert.deepEqual((await eventsOf()).slice(-2), ['domain.failing', 'domain.released']);
  });

  test('no longer fail when their record is restored', async () => {
    await prove();
    dns.set(`_docwright-challenge.${domain}`);
    assert.equal((await check()).status, 'failed');
    alias();
    const back = await check();
    assert.deepEqual([back.status, back.releasedAt], ['verified', null]);
  });

  test('stay claimed if DNS servers don’t respond', async () => {
    await prove();
    nowMs += 30 * day;
    await checkDueDomains({ ...deps, dns: createDnsLookup({ servers: ['127.0.0.1:9'] }) });
    const kept = await show();
    assert.deepEqual([kept.status, kept.claimed], ['verified', true]);
    assert.match(kept.reason, /could not be reached/);
  });

  test('that aren’t verified within eight days are checked only on request', async () => {
    await add();
    nowMs += 8 * day;
    await checkDueDomains(deps);
    const domain = await show();
    assert.deepEqual([domain.status, domain.nextCheckAt], ['failed', null]);
    alias();
    assert.equal((await check()).status, 'verified');
  });

  test('start a build when the primary domain changes; removing the primary domain makes the next one primary', async () => {
    const second = `www.${domain}`;
    await prove();
    await prove(second);
    assert.deepEqual([(await show()).primary, (await show(second)).primary], [true, false]);
    const before = await deployments();
    assert.equal((await service.request('POST', `${path(second)}/primary`)).json.primary, true);
    assert.equal(await deployments(), before + 1);
    await service.request('DELETE', path(second));
    assert.equal((await show()).primary, true);
    assert.equal(await deployments(), before + 2);
  });

  test('can be primary only if they are verified', async () => {
    await add();
    const answer = await service.request('POST', `${path()}/primary`);
    assert.deepEqual([answer.status, answer.json.code], [409, 'domain_not_verified']);
  });

  test('have a limit of 50 per project', async () => {
    await add(`x0.${domain}`);
    await service.database.pool.query(
      `insert into site_domains (id, organization_id, project_id, domain, status)
       select id || n, organization_id, project_id, 'y' || n || domain, status from site_domains, generate_series(1, 49) as n
       where project_id = $1`,
      [project],
    );
    const answer = await add();
    assert.deepEqual([answer.status, answer.json.code], [409, 'domain_limit_reached']);
    assert.equal((await add(`x0.${domain}`)).status, 201);
  });

  test('can’t be added with a key that is bound to the project', async () => {
    const answer = await add(domain, project, { projectIds: [project] });
    assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope']);
  });

  test('have a limit of 30 requested checks', async () => {
    await add();
    const looks = await Promise.all(Array.from({ length: 31 }, () => service.request('POST', `${path()}/check`)));
    assert.equal(looks.filter(({ status }) => status === 429).length, 1);
  });

  test('are found by discovery only if they are verified; the slug is also found', async () => {
    const find = async (name: string) =>
      (await findSiteByDomain(service.database.kysely, 'sites.example', name))?.projectId;
    await add();
    assert.equal(await find(domain), undefined);
    await prove();
    assert.deepEqual([await find(domain), await find(project.replace('_', '-'))], [project, project]);
  });

  test('of a new project are checked in the same round as 250 older ones of another organization', async () => {
    const newcomer = await insertProject(service.database, `${project}_n`, { organizationId: OTHER });
    // Both projects have a site, and no domain yet.
    await add();
    await add(domain, newcomer, { organizationId: OTHER });
    await service.database.pool.query('delete from site_domains');
    const addDue = (of: string, organizationId: string, due: { readonly domains: number; readonly hours: number }) =>
      service.database.pool.query(
        `insert into site_domains (id, organization_id, project_id, domain, status, created_at, next_check_at)
         select $1 || n, $2, $1, 'due' || n || '.' || $3, 'pending', at, at
         from generate_series(1, $5) as n, to_timestamp($4::float8 / 1000) as at`,
        [of, organizationId, domain, nowMs - due.hours * 3_600_000, due.domains],
      );
    await addDue(project, HOME, { domains: 250, hours: 2 });
    await addDue(newcomer, OTHER, { domains: 1, hours: 1 });
    // The first DNS query makes this round the last one.
    const round = new AbortController();
    const lastRound: DnsLookup = {
      txt: (name) => (round.abort(), deps.dns.txt(name)),
      cname: (name) => (round.abort(), deps.dns.cname(name)),
      addresses: (name) => (round.abort(), deps.dns.addresses(name)),
    };
    await checkDueDomains({ ...deps, dns: lastRound }, round.signal);
    const { rows } = await service.database.pool.query<{ organization_id: string; checked: number }>(
      `select organization_id, count(*)::int as checked from site_domains
       where next_check_at > to_timestamp($1::float8 / 1000) group by organization_id order by organization_id`,
      [nowMs],
    );
    assert.deepEqual(
      rows.map((row) => [row.organization_id, row.checked]),
      [
        [HOME, 20],
        [OTHER, 1],
      ],
    );
  });
});
