import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertProject } from '../../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, OTHER, type ModuleDatabase } from '../../../../testing/module-database.ts';
import type { ProjectTables } from '../../../project-config/projects/index.ts';
import type { AgentJobTables } from '../tables.ts';
import { selectAgentJobs } from './store.ts';

type Tables = AgentJobTables & ProjectTables;

describe('the search of an organization’s agent jobs', () => {
  let database: ModuleDatabase<Tables>;
  before(async () => {
    database = await openModuleDatabase();
    await insertProject(database, 'proj_a');
    await insertProject(database, 'proj_b');
    await insertProject(database, 'proj_c', { organizationId: OTHER });
    // Just enough jobs to exceed the limit for checking them one by one, and two with a unique word.
    await insert('many', { organizationId: HOME, projectId: 'proj_a', prompt: 'Say hello to everybody', count: 1_200 });
    await insert('one', {
      organizationId: HOME,
      projectId: 'proj_b',
      prompt: 'Explain webhooks, the ‘late’ ones',
      count: 1,
    });
    await insert('other', {
      organizationId: OTHER,
      projectId: 'proj_c',
      prompt: 'Explain secrets and webhooks',
      count: 1,
    });
  });
  after(() => database.close());

  const insert = (
    prefix: string,
    job: {
      readonly organizationId: string;
      readonly projectId: string;
      readonly prompt: string;
      readonly count: number;
    },
  ) =>
    database.pool.query(
      `INSERT INTO agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, usage, prompt, created_at)
       SELECT $1 || n, $2, $3, CASE n WHEN 7 THEN 'failed' ELSE 'completed' END, 'm', 'local:a', 'main', true, '{}', $4,
         now() - make_interval(secs => n) FROM generate_series(1, $5::int) n`,
      [prefix, job.organizationId, job.projectId, job.prompt, job.count],
    );
  const all = { organizationId: HOME, projectIds: null, status: undefined, pullRequest: undefined, after: undefined };
  const find = async (search: string, more: Partial<Parameters<typeof selectAgentJobs>[1]> = {}) =>
    (await selectAgentJobs(database.kysely, { ...all, limit: 3, search, ...more })).map(({ id }) => id);

  test('finds rare words, but only within its organization', async () => {
    assert.deepEqual(await find('webhooks'), ['one1']);
    assert.deepEqual(await find('expl webh'), ['one1'], 'words are typed from their beginning');
    assert.deepEqual(await find('webhooks', { organizationId: OTHER }), ['other1']);
    assert.deepEqual(await find('secrets'), []);
    assert.deepEqual(await find('webhooks', { projectIds: ['proj_a'] }), []);
    assert.deepEqual(await find('webhooks', { projectIds: ['proj_a', 'proj_b'] }), ['one1']);
  });

  test('returns the newest jobs for common words, page by page and by state', async () => {
    assert.deepEqual(await find('hello'), ['many1', 'many2', 'many3']);
    assert.deepEqual(await find('hello', { after: 'many3' }), ['many4', 'many5', 'many6']);
    assert.deepEqual(await find('hello', { status: 'failed' }), ['many7']);
    assert.deepEqual(await find('hello everybody', { projectIds: ['proj_b'] }), []);
  });

  test('treats search operators as text, and doesn’t find organizations', async () => {
    for (const search of [
      '',
      '  ',
      "'",
      '\\',
      '!',
      ':*',
      '&|',
      '<->',
      ' org_home',
      HOME,
      ` ${HOME}`,
      `' ${HOME}'`,
      '%',
      '(',
    ])
      assert.deepEqual(await find(search), [], JSON.stringify(search));
    assert.deepEqual(await find("webhooks' | 'hello"), []);
    assert.deepEqual(await find(`nothing' & ' ${OTHER}`), []);
  });
});
