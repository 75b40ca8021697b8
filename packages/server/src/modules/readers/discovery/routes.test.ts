import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SiteSource } from '@docwright/site-server';
import { BlobStoreError } from '../../../platform/blob-store/index.ts';
import { systemClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { OTHER } from '../../../testing/module-database.ts';
import {
  createAuthenticatePublicKey,
  registerPublicKeyRoutes,
  selectOriginsOfProject,
  type PublicKeyTables,
} from '../../project-config/public-keys/index.ts';
import { LeasedLimits, type RateLimitTables } from '../../foundation/rate-limits/index.ts';
import { addressLimit, digestAddress, readerSearchLimit } from './limits.ts';
import { LiveKnowledge, type LiveDeployment } from './live-knowledge.ts';
import { registerDiscoveryRoutes } from './routes.ts';
import { sampleSource } from './testing/sample-source.ts';

type Schema = PublicKeyTables & RateLimitTables;
const origin = 'https://www.example.com';

const sources: Readonly<Record<string, () => SiteSource>> = {
  ours: () => sampleSource({ keys: 'Rotate a key every month.', start: 'Begin here.' }),
  internal: () => sampleSource({ keys: 'Rotate after a sign-in.' }),
  beside: () => sampleSource({ secret: 'Rotate what nobody else sees.' }),
  theirs: () => sampleSource({ foreign: 'Rotate elsewhere.' }),
  damaged: () => sampleSource({ keys: 'Rotate.' }, { damagedIndex: true }),
  unreachable: () => failing(new BlobStoreError('blob-store-unavailable', 'The store is unavailable.')),
  faulty: () => failing(new TypeError('Cannot read properties of undefined')),
};

const failing = (error: Error): SiteSource => ({
  ...sampleSource({ keys: 'Rotate.' }),
  look: () => {
    throw error;
  },
});

describe('discovery', () => {
  let service: ModuleRoutes<Schema>;
  let key: string;
  const opened: string[] = [];

  before(async () => {
    service = await openModuleRoutes<Schema>(
      (routes, { database, app }) => {
        registerPublicKeyRoutes(routes, { database });
        registerDiscoveryRoutes(app, routes, {
          findSite: async (domain) =>
            sources[domain] === undefined
              ? undefined
              : {
                  projectId: ['damaged', 'unreachable', 'faulty', 'internal'].includes(domain) ? 'ours' : domain,
                  organizationId: domain === 'theirs' ? OTHER : 'org_home',
                  deploymentId: domain,
                  blobKey: domain,
                  sizeBytes: 1,
                  isProtected: domain === 'internal',
                },
          originsOf: (projectId) => selectOriginsOfProject(database.kysely, projectId),
          limits: new LeasedLimits({ database, clock: systemClock }),
          knowledge: new LiveKnowledge({
            maxBytes: 10_000_000,
            open: async ({ deploymentId }: LiveDeployment) => {
              opened.push(deploymentId);
              const open = sources[deploymentId];
              if (open === undefined) throw new Error('no such site');
              return { source: open(), indexBytes: 0 };
            },
          }),
          addressSecret: 'secret',
        });
      },
      {
        byPublicKey: (key, from) => authenticate.find?.(key, from) ?? Promise.resolve(undefined),
      },
    );
    authenticate.find = createAuthenticatePublicKey({ db: service.database.kysely, clock: systemClock });
    for (const id of ['ours', 'beside']) await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
    const body = { name: 'site', allowedOrigins: [origin] };
    key = (await service.request('POST', '/v1/projects/ours/public-keys', { body })).json.key;
  });
  after(() => service.close());
  const authenticate: { find?: ReturnType<typeof createAuthenticatePublicKey> } = {};
  const search = (domain: string, body: object = { query: 'rotate' }, headers: Record<string, string> = {}) =>
    service.request('POST', `/discovery/v1/search/${domain}`, {
      as: null,
      body,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  const readPage = (path: string) =>
    service.request('POST', '/discovery/v1/page/ours', {
      as: null,
      body: { path },
      headers: { authorization: `Bearer ${key}` },
    });

  test('answers searches with content, path and metadata, and reads the index once', async () => {
    const { status, json } = await search('ours');
    assert.equal(status, 200);
    const [hit] = json;
    assert.deepEqual([hit.path, hit.metadata.title, hit.metadata.breadcrumbs], ['keys', 'keys', ['Guides']]);
    assert.match(hit.content, /Rotate a key/);
    assert.ok(hit.metadata.score > 0 && hit.metadata.score <= 1);
    await search('ours');
    assert.deepEqual(opened, ['ours']);
  });

  test('returns a page as Markdown; for a missing page, `error` and `message` are equal', async () => {
    const found = await readPage('/keys');
    assert.deepEqual([found.status, found.json.path], [200, 'keys']);
    assert.match(found.json.content, /Rotate a key every month/);
    const missing = await readPage('nothing');
    assert.deepEqual([missing.status, missing.json.code], [404, 'not_found']);
    assert.equal(missing.json.message, missing.json.error);
  });

  test('treats other organizations’ sites like missing ones, with the same error', async () => {
    const answers = await Promise.all(['beside', 'theirs', 'nowhere'].map((domain) => search(domain)));
    for (const { status, json } of answers)
      assert.deepEqual([status, json.code, json.message], [404, 'not_found', json.error]);
    const texts = answers.map(({ json }) => json.error.replace(/"\w+"/, ''));
    assert.equal(new Set(texts).size, 1);
    assert.ok(!opened.includes('beside') && !opened.includes('theirs'));
  });

  test('also accepts admin keys with the scope, for the projects that they are bound to', async () => {
    const ask = (domain: string, as: object) =>
      service.request('POST', `/discovery/v1/search/${domain}`, { as, body: { query: 'rotate' } });
    assert.equal((await ask('beside', { scopes: ['discovery:read'] })).status, 200);
    assert.equal((await ask('beside', { scopes: ['discovery:read'], projectIds: ['ours'] })).status, 404);
    assert.equal((await ask('beside', { scopes: ['projects:write'] })).json.code, 'insufficient_scope');
  });

  test('answers secret keys for a protected site, and treats the site like a missing one for public keys', async () => {
    const refused = await search('internal');
    assert.deepEqual([refused.status, refused.json.code], [404, 'not_found']);
    const { status } = await service.request('POST', '/discovery/v1/search/internal', {
      as: { scopes: ['discovery:read'] },
      body: { query: 'rotate' },
    });
    assert.equal(status, 200);
  });

  test('responds 503 for a damaged index, and reads it again the next time', async () => {
    for (const times of [1, 2]) {
      const { status, json } = await search('damaged');
      assert.deepEqual([status, json.code], [503, 'site_unreadable']);
      assert.equal(opened.filter((id) => id === 'damaged').length, times);
    }
  });

  test('reports site_unreadable if the store is unreachable, and internal for a bug', async () => {
    const codes = async (domain: string) => {
      const { status, json } = await search(domain);
      return [status, json.code];
    };
    assert.deepEqual(await codes('unreachable'), [503, 'site_unreadable']);
    assert.deepEqual(await codes('faulty'), [500, 'internal']);
  });

  test('refuses invalid queries, and queries beyond a limit', async () => {
    for (const body of [
      {},
      { query: '' },
      { query: 'q'.repeat(1001) },
      { query: 'q', pageSize: 51 },
      { query: 'q', scoreThreshold: 2 },
    ])
      assert.deepEqual(
        [(await search('ours', body)).json.code],
        ['invalid_request'],
        JSON.stringify(body).slice(0, 60),
      );
  });

  test('limits one address to a twentieth of the readers’ hourly searches, while another address can still search', async () => {
    assert.equal(addressLimit.limit, readerSearchLimit.limit / 20);
    await service.database.pool.query('insert into limit_blocks (bucket, units) values ($1, $2)', [
      `${addressLimit.name}:org_home:${digestAddress('secret', '198.51.100.7')}`,
      addressLimit.limit,
    ]);
    const ask = async (from: string, request: ModuleRequest) => {
      const { status, json } = await service.request('POST', '/discovery/v1/search/ours', {
        from,
        body: { query: 'rotate' },
        ...request,
      });
      return [status, json.code];
    };
    const byPage = { as: null, headers: { authorization: `Bearer ${key}` } };
    assert.deepEqual(await ask('198.51.100.7', byPage), [429, 'rate_limited']);
    assert.deepEqual(await ask('198.51.100.8', byPage), [200, undefined]);
    assert.deepEqual(await ask('198.51.100.7', { as: { scopes: ['discovery:read'] } }), [200, undefined]);
  });

  test('counts requests with secret keys separately from readers’ requests', async () => {
    const { pool } = service.database;
    await pool.query(`delete from limit_blocks`);
    const buckets = async () => {
      const { rows } = await pool.query(`select distinct bucket from limit_blocks where bucket like 'searches:%'`);
      return rows.map(({ bucket }) => String(bucket));
    };
    assert.equal((await search('ours')).status, 200);
    assert.deepEqual(await buckets(), []);
    const as = { scopes: ['discovery:read' as const] };
    await service.request('POST', '/discovery/v1/search/ours', { as, body: { query: 'rotate' } });
    await service.request('POST', '/discovery/v1/search/theirs', {
      as: { ...as, organizationId: OTHER },
      body: { query: 'x' },
    });
    assert.ok((await buckets()).includes(`searches:${OTHER}`));
  });

  test('lets pages of allowed origins read the response, and gives other origins no CORS headers', async () => {
    const preflight = (domain: string, from: string) =>
      service.request('OPTIONS', `/discovery/v1/search/${domain}`, { as: null, headers: { origin: from } });
    const allowed = await preflight('ours', origin);
    assert.equal(allowed.headers.get('access-control-allow-origin'), origin);
    assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    for (const [domain, from] of [
      ['ours', 'https://other.example'],
      ['beside', origin],
      ['nowhere', origin],
    ] as const) {
      const refused = await preflight(domain, from);
      assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [204, null]);
    }
    assert.equal((await search('ours', undefined, { origin })).headers.get('access-control-allow-origin'), origin);
    const missing = await search('ours', { query: '' }, { origin });
    assert.deepEqual([missing.status, missing.headers.get('access-control-allow-origin')], [400, origin]);
    const foreign = await search('ours', undefined, { origin: 'https://other.example' });
    assert.deepEqual([foreign.status, foreign.json.code], [403, 'origin_not_allowed']);
    assert.equal(foreign.headers.get('access-control-allow-origin'), null);
  });
});
