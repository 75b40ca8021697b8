import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openDeployments, page, type TestDeployments } from './testing/open-deployments.ts';
import { redeployChangedSpecs } from './watch-specs.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const url = 'https://api.example.com/openapi.json';
const openapi = (summary: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: { '/users': { get: { summary, responses: { 200: { description: 'Users' } } } } },
  });

describe('live sites’ specifications by URL', () => {
  let sites: TestDeployments;
  /** The host's response; `undefined` if the host is unreachable. */
  let answer: string | undefined = openapi('List users');
  let asked = 0;
  let organizations: string[] = [];
  before(async () => {
    sites = await openDeployments(async ({ organizationId, urls }) => {
      organizations.push(organizationId);
      asked += urls.length;
      return urls.map((one) => {
        if (answer === undefined) return { url: one, problem: 'the host can’t be reached.' };
        return { url: one, bytes: Buffer.from(answer), sha256: createHash('sha256').update(answer).digest('hex') };
      });
    });
    const docs = { theme: 'mint', name: 'S', colors: { primary: '#000000' }, api: { openapi: url } };
    const navigation = { pages: ['index', 'GET /users'] };
    sites.repository.commit({ 'docs.json': JSON.stringify({ ...docs, navigation }), 'index.mdx': page('Text.') });
    await sites.addProject('p');
    await sites.run(await sites.start('p'));
    // Sites of other kinds: without specifications, and never deployed.
    await sites.addProject('never');
  });
  after(() => sites.close());

  const query = async <Row>(text: string): Promise<Row[]> =>
    (await sites.service.database.pool.query(text)).rows as Row[];
  const queued = async (): Promise<string[]> => {
    const rows = await query<{ id: string }>(`SELECT id FROM site_deployments WHERE status = 'queued'`);
    return rows.map(({ id }) => id);
  };
  const look = (everySeconds: number): Promise<void> =>
    redeployChangedSpecs(sites.deps, everySeconds, AbortSignal.timeout(hangLimitMs));

  test('are fetched when they are due, and not before', async () => {
    asked = 0;
    await look(3600);
    assert.equal(asked, 0);
    await look(0);
    assert.equal(asked, 1);
    assert.deepEqual(await queued(), []);
  });

  test('redeploy the site once if a specification has changed', async () => {
    answer = openapi('List all users');
    await look(0);
    const [id = '', ...others] = await queued();
    assert.equal(others.length, 0);
    await sites.run(id);
    const { status, source, author } = await sites.show(id);
    assert.deepEqual({ status, source, author }, { status: 'success', source: 'internal', author: null });
    const pins = await query<{ specifications: unknown }>(
      `SELECT specifications FROM site_bundles ORDER BY created_at DESC LIMIT 1`,
    );
    assert.deepEqual(pins[0]?.specifications, { [url]: createHash('sha256').update(answer).digest('hex') });
    await look(0);
    assert.deepEqual(await queued(), []);
  });

  test('cause no deployment if they can’t be fetched', async () => {
    answer = undefined;
    await look(0);
    assert.deepEqual(await queued(), []);
  });

  test('are ignored on a site that was rolled back until the rollback ends', async () => {
    answer = openapi('Something else');
    await query(`UPDATE site_environments SET pinned_commit = observed_commit`);
    await look(0);
    assert.deepEqual(await queued(), []);
    await query(`UPDATE site_environments SET pinned_commit = NULL`);
    await look(0);
    assert.equal((await queued()).length, 1);
  });

  test('of a new site are checked in the same round as 60 older sites of another organization', async () => {
    answer = undefined;
    const addSite = async (id: string, organizationId: string, days: number): Promise<void> => {
      await insertProject(sites.service.database, id, { organizationId });
      await sites.service.database.pool.query(
        `INSERT INTO site_environments
           (id, organization_id, project_id, kind, active_deployment_id, specifications_seen_at)
         SELECT 'env_' || $1, $2, $1, 'production', active_deployment_id, now() - make_interval(days => $3)
         FROM site_environments WHERE project_id = 'p'`,
        [id, organizationId, days],
      );
    };
    for (let n = 0; n < 60; n += 1) await addSite(`old_${n}`, HOME, 2);
    await addSite('newcomer', OTHER, 1);
    organizations = [];
    await look(3600);
    assert.deepEqual(organizations.toSorted(), [...Array.from({ length: 10 }, () => HOME), OTHER]);
  });
});
