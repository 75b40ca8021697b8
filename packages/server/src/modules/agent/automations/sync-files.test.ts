import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fireDueSources } from './fire-due.ts';
import { noteMovedBranches, noteSavedProject } from './job.ts';
import { recordEvent } from './record-event.ts';
import { changeAutomation, removeAutomation } from './save-automation.ts';
import { selectSource } from './sources-store.ts';
import { selectAutomations } from './store.ts';
import { syncFiles } from './sync-files.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { openAutomatedDocs, type AutomatedDocs } from './testing/automated-docs.ts';
import { HOME, OTHER, principalOf } from '../../../testing/module-database.ts';

const folder = '.docwright/automations';
const weekly = `# Every Monday
name: Weekly link check
kind: fix-links
trigger:
  type: schedule
  cron: 0 9 * * 1
  timeZone: Europe/Berlin
limits:
  runsPerDay: 2
`;
const tickets = 'name: Tickets\ninstructions: |\n  Read the ticket.\n  Answer it.\ntrigger: { type: event }\n';

describe('automation files', () => {
  let automated: AutomatedDocs;
  before(async () => {
    automated = await openAutomatedDocs();
    const { pool } = automated.deps.database;
    await pool.query(
      `INSERT INTO automation_sources (project_id, organization_id, repository, due_at)
       VALUES ('project', $1, 'local:docs', now()) ON CONFLICT DO NOTHING`,
      [HOME],
    );
  });
  after(() => automated.close());

  const push = async (files: Readonly<Record<string, string | null>>) => {
    const named = Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const);
    const commit = await automated.docs.moveMain(Object.fromEntries(named));
    await automated.sync();
    return commit;
  };
  const list = () => selectAutomations(automated.deps.database.kysely, HOME, 'project');
  const problems = async () => (await selectSource(automated.deps.database.kysely, 'project'))?.problems ?? [];
  const named = async (name: string) => {
    const row = (await list()).find((one) => one.name === name);
    assert.ok(row, name);
    return row;
  };
  const audited = async (id: string) =>
    (
      await automated.deps.database.pool.query(
        `SELECT action, details->>'path' AS path FROM audit_events WHERE target_id = $1 ORDER BY at, id`,
        [id],
      )
    ).rows.map(({ action, path }) => `${action} ${path}`);

  test('become automations, which change and end with their files', async () => {
    const commit = await push({ 'links.yaml': weekly, 'tickets.yml': tickets, 'README.md': 'Not a file' });
    const row = await named('Weekly link check');
    assert.deepEqual(
      [row.kind, row.enabled, row.trigger, row.limits.runsPerDay, row.source_path, row.source_commit, row.created_by],
      [
        'fix-links',
        true,
        { cron: '0 9 * * 1', timeZone: 'Europe/Berlin' },
        2,
        `${folder}/links.yaml`,
        commit,
        `${folder}/links.yaml`,
      ],
    );
    assert.ok(row.due_at !== null);
    const event = await named('Tickets');
    assert.deepEqual([event.instructions, event.secret === null], ['Read the ticket.\nAnswer it.\n', false]);
    assert.deepEqual(await problems(), []);

    await push({ 'links.yaml': weekly.replace('runsPerDay: 2', 'runsPerDay: 3') });
    const changed = await named('Weekly link check');
    assert.deepEqual([changed.id, changed.limits.runsPerDay, changed.due_at], [row.id, 3, row.due_at]);
    assert.equal((await named('Tickets')).updated_at.getTime(), event.updated_at.getTime());

    await push({ 'links.yaml': null });
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['Tickets'],
    );
    const path = `${folder}/links.yaml`;
    assert.deepEqual(await audited(row.id), [
      `automation.created ${path}`,
      `automation.updated ${path}`,
      `automation.deleted ${path}`,
    ]);
  });

  test('with a problem are listed with the line and a remedy, start no runs, and don’t affect other files', async () => {
    await push({ 'links.yaml': weekly, 'tickets.yml': tickets });
    const { id } = await named('Tickets');
    await automated.deps.database.kysely
      .transaction()
      .execute(async (tx) =>
        recordEvent(automated.deps, tx, { automation: await named('Tickets'), subject: 'a', evidence: [] }),
      );
    await push({
      'tickets.yml': tickets.replace('type: event', 'type: events'),
      'syntax.yaml': 'name: "a\ntrigger: {}\n',
      'field.yaml': `${weekly}instruction: x\n`,
      'cron.yaml': weekly.replace('0 9 * * 1', '0 9 * * 9'),
      'missing.yaml': 'name: A\n',
      'alias.yaml': `${weekly}instructions: &a x\nextra: *a\n`,
      'code.yaml': `${weekly}contextRepositories:\n  - repository: ${automated.docs.baseUrl}/git/api.git\n`,
      'foreign.yaml': `${weekly}contextRepositories:\n  - repository: https://github.com/acme/code\n`,
      'list.yaml': '- a\n',
      'large.yaml': `${weekly}# ${'x'.repeat(70_000)}\n`,
    });
    const found = new Map((await problems()).map(({ path, line, message }) => [path, `${line}: ${message}`]));
    const expected: Readonly<Record<string, RegExp>> = {
      'tickets.yml': /^5: `trigger\.type` must be one of schedule, .*, but is "events"\.$/,
      'syntax.yaml': /^3: The file is not valid YAML: .*\.$/,
      'field.yaml': /^10: `instruction` is not a setting of automations; did you mean "instructions"\?$/,
      'cron.yaml': /^6: `trigger\.cron` is not a valid schedule/,
      'missing.yaml': /^1: `trigger` is required\.$/,
      'alias.yaml': /^11: Aliases aren’t supported\. Write the value again\.$/,
      'foreign.yaml': /^11: .*github\.com/,
      'code.yaml': /^11: `contextRepositories\.0` is not among the context repositories .* add it there first\.$/,
      'list.yaml': /^1: The file must be object, but is a list of 1 item\.$/,
      'large.yaml': /^1: The file has \d+ bytes, and 65536 are allowed\. Shorten the instructions\.$/,
    };
    for (const [name, message] of Object.entries(expected)) assert.match(found.get(`${folder}/${name}`) ?? '', message);
    assert.equal(found.size, Object.keys(expected).length);
    assert.equal((await named('Weekly link check')).enabled, true);
    const stopped = await named('Tickets');
    assert.deepEqual([stopped.id, stopped.enabled], [id, false]);
    await automated.advance(id);
    assert.deepEqual(await automated.runsOf(id), []);

    const fixed = Object.fromEntries(Object.keys(expected).map((name) => [name, null]));
    await push({ ...fixed, 'tickets.yml': tickets });
    assert.deepEqual([(await named('Tickets')).enabled, await problems()], [true, []]);
  });

  test('can name endpoints of the project, which may be deleted later', async () => {
    const { pool } = automated.deps.database;
    const insert = `INSERT INTO webhook_endpoints (id, organization_id, url, description, secret, created_by, project_ids)
                    VALUES ($1, $2, 'u', '', 's', 'k', $3)`;
    await pool.query(insert, ['whe_home', HOME, null]);
    await pool.query(insert, ['whe_neighbor', HOME, ['neighbor']]);
    await pool.query(insert, ['whe_other', OTHER, null]);
    for (const id of ['whe_other', 'whe_neighbor', 'whe_none']) {
      await push({ 'notify.yaml': `${tickets}notify: [ada@example.com, ${id}]\n` });
      const [problem] = await problems();
      assert.match(problem?.message ?? '', /must be an email address or a webhook endpoint/, id);
    }
    await push({ 'notify.yaml': `${tickets}notify: [whe_home]\n`, 'tickets.yml': null });
    assert.deepEqual([await problems(), (await named('Tickets')).notify], [[], ['whe_home']]);
    await pool.query(`DELETE FROM webhook_endpoints WHERE id = 'whe_home'`);
    await push({ 'other.yaml': weekly });
    const { enabled, notify } = await named('Tickets');
    assert.deepEqual([await problems(), enabled, notify], [[], true, ['whe_home']]);
    await push({ 'notify.yaml': `${tickets}notify: [whe_home, whe_other]\n` });
    assert.equal((await problems()).length, 1);
    await push({ 'notify.yaml': null, 'other.yaml': null, 'tickets.yml': tickets });
    await pool.query('DELETE FROM webhook_endpoints');
  });

  test('can merge, because everyone who can change them can push to the branch, and the audit log records it', async () => {
    await push({ 'direct.yaml': `${weekly}updateMode: direct_merge\n`.replace('Weekly link check', 'Direct') });
    const row = await named('Direct');
    assert.equal(row.update_mode, 'direct_merge');
    await push({ 'direct.yaml': weekly.replace('Weekly link check', 'Direct') });
    assert.equal((await named('Direct')).update_mode, 'pull_request');
    const { rows } = await automated.deps.database.pool.query(
      `SELECT details->>'updateMode' AS mode FROM audit_events WHERE target_id = $1 ORDER BY at, id`,
      [row.id],
    );
    assert.deepEqual(
      rows.map(({ mode }) => mode),
      ['direct_merge', 'pull_request'],
    );
    await push({
      'direct.yaml': 'name: Gaps\nkind: fill-gaps\ntrigger:\n  type: suggestion\nupdateMode: direct_merge\n',
    });
    assert.match((await problems())[0]?.message ?? '', /what readers wrote must not decide/);
    await push({ 'direct.yaml': 'updateMode: merge_now\n' });
    assert.match((await problems())[0]?.message ?? '', /name|updateMode/);
    await push({ 'direct.yaml': null });
  });

  test('can name the context repositories of the project, including repositories that are added later', async () => {
    const url = `${automated.docs.baseUrl}/git/api.git`;
    await push({ 'code.yaml': `${weekly}contextRepositories:\n  - repository: ${url}\n` });
    assert.equal((await problems()).length, 1);
    const { pool } = automated.deps.database;
    await pool.query(
      `INSERT INTO project_agent_settings (project_id, organization_id, settings) VALUES ('project', $1, $2)`,
      [HOME, JSON.stringify({ contextRepositories: [{ repository: 'local:api' }] })],
    );
    await automated.sync();
    assert.deepEqual(await problems(), []);
    await pool.query('DELETE FROM project_agent_settings');
    await push({ 'code.yaml': null });
  });

  test('in commits that aren’t on the docs branch have no effect', async () => {
    const before = (await list()).length;
    await automated.docs.commit(automated.docs.base, { [`${folder}/evil.yaml`]: weekly });
    await automated.sync();
    assert.equal((await list()).length, before);
  });

  test('have no effect if the project’s docs folder was changed while they were read, and are read again', async () => {
    const { deps } = automated;
    const { kysely, pool } = deps.database;
    const rows = await list();
    await pool.query(`UPDATE automation_sources SET commit = NULL`);
    const connectRepository: typeof deps.connectRepository = async (request) => {
      await kysely.transaction().execute(async (tx) => {
        await tx.updateTable('projects').set({ docs_folder: 'elsewhere' }).where('id', '=', 'project').execute();
        const project = await findProject(tx, HOME, 'project');
        assert.ok(project);
        await noteSavedProject(deps, tx, { project, changed: ['docsFolder'] });
      });
      return deps.connectRepository(request);
    };
    await syncFiles({ ...deps, connectRepository }, 'project', new AbortController().signal);
    assert.deepEqual([(await selectSource(kysely, 'project'))?.commit, await list()], [null, rows]);
    await pool.query(`UPDATE projects SET docs_folder = '' WHERE id = 'project'`);
    await automated.sync();
    assert.notEqual((await selectSource(kysely, 'project'))?.commit, null);
  });

  test('are the only place where their automations can be changed, but the automations can be run', async () => {
    const { id } = await named('Tickets');
    const request = { principal: principalOf(), projectId: 'project', id };
    const { deps } = automated;
    await assert.rejects(changeAutomation(deps, { ...request, body: { enabled: false } }), {
      code: 'automation_in_file',
      message: /Change or delete the file\.$/,
    });
    await assert.rejects(removeAutomation(deps, request), { code: 'automation_in_file' });
    await automated.run(id);
    assert.equal((await automated.runsOf(id)).length, 1);
  });

  test('are read once by several workers, and are due after a reported push', async () => {
    const { deps } = automated;
    const { pool } = deps.database;
    const tickets = async () => {
      const { rows } = await pool.query(`SELECT count(*)::int AS n FROM automation_sources WHERE due_at <= $1`, [
        new Date(deps.clock.now()),
      ]);
      return rows[0].n;
    };
    await fireDueSources(deps);
    assert.equal(await tickets(), 0);
    await noteMovedBranches(deps, { organizationId: HOME, repository: 'local:docs' });
    assert.equal(await tickets(), 1);
    await Promise.all([fireDueSources(deps), fireDueSources(deps)]);
    assert.equal(await tickets(), 0);
    await push({ 'both.yaml': weekly });
    await Promise.all([automated.sync(), automated.sync()]);
    assert.equal((await list()).filter(({ source_path: path }) => path === `${folder}/both.yaml`).length, 1);
  });
});
