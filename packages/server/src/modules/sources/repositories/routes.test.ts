import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { createGit, createMirrorStore, resolveGitSettings } from '../../../platform/git/index.ts';
import { randomText } from '../../../platform/ids/index.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { IdempotencyTables } from '../../foundation/idempotency/index.ts';
import {
  createLocalCodeHost,
  defaultLocalCodeHostSettings,
  registerLocalCodeHostRoutes,
  type LocalCodeHostOptions,
  type LocalCodeHostTables,
} from '../local-code-host/index.ts';
import { createConnectRepository } from './connect-repository.ts';
import { registerRepositoryRoutes } from './routes.ts';

type Tables = LocalCodeHostTables & IdempotencyTables;

describe('repository routes', () => {
  let folder: string;
  let service: ModuleRoutes<Tables>;
  let usedBy: string | undefined;
  const clock = createFixedClock(new Date('2026-01-01T00:00:00Z'));
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-repositories-'));
    service = await openModuleRoutes<Tables>((routes, { app, database }) => {
      const settings = resolveGitSettings({ homeFolder: folder, localRoot: join(folder, 'repositories') });
      const options: LocalCodeHostOptions = {
        database,
        git: createGit(settings),
        root: join(folder, 'repositories'),
        baseUrl: 'https://docs.example',
        viewSecrets: [Buffer.alloc(32, 7)],
        clock,
        newRepositoryId: () => `repo_${randomText(12)}`,
        settings: defaultLocalCodeHostSettings,
      };
      const localCodeHost = createLocalCodeHost(options);
      const rules = { baseUrl: options.baseUrl, hosts: [{ kind: 'github', webUrl: 'https://github.com' }] } as const;
      registerRepositoryRoutes(routes, {
        database,
        rules,
        localCodeHost,
        localCodeHostIn: (tx) =>
          createLocalCodeHost({ ...options, database: { kysely: tx as unknown as Kysely<LocalCodeHostTables> } }),
        starterFolder: fileURLToPath(new URL('../../../../../cli/starter-site', import.meta.url)),
        findProjectUsing: () => Promise.resolve(usedBy),
        connectRepository: createConnectRepository({
          rules,
          localCodeHost,
          mirrors: createMirrorStore({ root: join(folder, 'mirrors'), settings }),
          connectRemote: () => {
            throw new Error('no request may reach a code host here');
          },
          findConnected: () => Promise.resolve([]),
        }),
      });
      const pages = {
        byKey: () => Promise.resolve(undefined),
        bySession: () => Promise.resolve(undefined),
        styleSheets: async () => [],
        projectsOf: async () => [],
      };
      registerLocalCodeHostRoutes(app, { ...options, pages });
    });
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });
  type Options = Parameters<typeof service.request>[2];
  const create = (name: unknown, options: Options = {}) =>
    service.request('POST', '/v1/repositories', { body: { name }, ...options });
  const act = (name: string, verb: '' | '/revoke-links', options: Options = {}) =>
    service.request(verb === '' ? 'DELETE' : 'POST', `/v1/repositories/${name}${verb}`, options);
  const check = (body: object, options: Options = {}) =>
    service.request('POST', '/v1/repositories/check', { body, ...options });
  const open = async (link: string) =>
    (await service.request('GET', link.replace('https://docs.example', ''), { as: null })).status;
  /** The file paths in a branch, according to git. */
  const readFiles = async (name: string, branch = 'main') => {
    const { rows } = await service.database.pool.query<{ id: string }>(
      'SELECT id FROM local_repositories WHERE name = $1',
      [name],
    );
    const gitDir = join(folder, 'repositories', `${rows[0]?.id ?? ''}.git`);
    const args = ['--git-dir', gitDir, 'ls-tree', '-r', '-z', '--name-only', branch];
    const { stdout } = await promisify(execFile)('git', args);
    return stdout.split('\0').filter((path) => path !== '');
  };
  const listEvents = async (name: string) => {
    const { rows } = await service.database.pool.query<{ action: string }>(
      `SELECT action || CASE result WHEN 'success' THEN '' ELSE ' ' || result END AS action
       FROM audit_events WHERE target_name = $1 ORDER BY id`,
      [name],
    );
    return rows.map(({ action }) => action);
  };

  test('a name must be safe in a URL', async () => {
    for (const name of [
      '',
      'Docs',
      '../docs',
      'a/b',
      '.docs',
      'a b',
      'docs\u0000',
      'é',
      'a'.repeat(81),
      "o'brien",
      7,
    ]) {
      const refused = await create(name);
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], JSON.stringify(name));
    }
    for (const name of ['docs.git', 'docs.lock', 'docs.']) {
      const refused = await create(name);
      assert.deepEqual([refused.status, refused.json.details[0].path], [400, '/name'], name);
    }
    const branch = await create('docs', { body: { name: 'docs', defaultBranch: '--upload-pack=x' } });
    assert.deepEqual([branch.status, branch.json.details[0].path], [400, '/defaultBranch']);
  });

  test('repositories are listed by name, with a cursor for the next page', async () => {
    const as = { organizationId: OTHER };
    for (const name of ['page-b', 'page-a', 'page-c']) assert.equal((await create(name, { as })).status, 201);
    const list = async (query: string) => {
      const { json } = await service.request('GET', `/v1/repositories?${query}`, { as });
      return [json.repositories.map(({ name }: { name: string }) => name), json.nextCursor];
    };
    assert.deepEqual(await list('limit=2'), [['page-a', 'page-b'], 'page-b']);
    assert.deepEqual(await list('limit=2&cursor=page-b'), [['page-c'], null]);
    // This also works after the cursor's repository is deleted, because the name still marks a position in the order.
    assert.deepEqual(await list(`cursor=${encodeURIComponent("page-bb' or true --")}`), [['page-c'], null]);
    for (const query of ['limit=0', 'limit=101', 'cursor=%00'])
      assert.equal((await service.request('GET', `/v1/repositories?${query}`, { as })).status, 400, query);
    for (const name of ['page-a', 'page-b', 'page-c'])
      await service.request('DELETE', `/v1/repositories/${name}`, { as });
  });

  test('two organizations can use the same name, and each can access only its own repository', async () => {
    const [ours, theirs] = [await create('same'), await create('same', { as: { organizationId: OTHER } })];
    assert.deepEqual([ours.status, theirs.status], [201, 201]);
    assert.notEqual(ours.json.cloneUrl, theirs.json.cloneUrl);
    const { json } = await service.request('GET', '/v1/repositories');
    assert.deepEqual(
      json.repositories.map(({ cloneUrl }: { cloneUrl: string }) => cloneUrl),
      [ours.json.cloneUrl],
    );
    await create('theirs', { as: { organizationId: OTHER } });
    for (const answer of [
      await service.request('GET', '/v1/repositories/theirs'),
      await act('theirs', ''),
      await act('theirs', '/revoke-links'),
    ]) {
      assert.deepEqual([answer.status, answer.json.error], [404, 'There is no repository "theirs".']);
    }
    assert.equal((await act('same', '')).status, 204);
    const kept = await service.request('GET', '/v1/repositories/same', { as: { organizationId: OTHER } });
    assert.equal(kept.status, 200);
  });

  test('creating and deleting a repository and revoking its links require write permission and a key that isn’t bound to projects', async () => {
    await create('guarded');
    for (const as of [{ scopes: ['repositories:read'] as const }, { projectIds: ['proj_1'] }]) {
      for (const answer of [
        await create('x', { as }),
        await act('guarded', '', { as }),
        await act('guarded', '/revoke-links', { as }),
      ]) {
        assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope']);
      }
    }
    assert.equal((await service.request('GET', '/v1/repositories/guarded')).status, 200);
  });

  test('a repeated Idempotency-Key creates one repository, and a name can’t be used twice', async () => {
    const headers = { 'idempotency-key': 'same request' };
    const [first, again] = [await create('once', { headers }), await create('once', { headers })];
    assert.deepEqual([first.status, again.status, again.headers.get('idempotent-replayed')], [201, 201, 'true']);
    const taken = await create('once');
    assert.deepEqual([taken.status, taken.json.code], [409, 'repository_taken']);
    assert.deepEqual(await listEvents('once'), ['repository.created'], 'a refused request records no event');
  });

  test('a new repository can contain the starter site', async () => {
    const { status } = await create('started', { body: { name: 'started', template: 'starter' } });
    assert.equal(status, 201);
    const listed = await readFiles('started');
    assert.deepEqual([listed.includes('docs.json'), listed.includes('guides/writing.mdx')], [true, true]);
    const unknown = await create('x', { body: { name: 'x', template: '../../etc' } });
    assert.deepEqual([unknown.status, unknown.json.code], [400, 'invalid_request']);
  });

  describe('commits', () => {
    const commit = (name: string, body: object, options: Options = {}) =>
      service.request('POST', `/v1/repositories/${name}/commits`, { body: { message: 'Docs', ...body }, ...options });
    const file = (path: string, content: string | null, encoding?: string) => ({ path, content, encoding });

    test('the first commit creates the default branch, an identical commit changes nothing, and later commits change only the named files', async () => {
      await create('filled');
      const files = [file('docs.json', '{}'), file('images/dot.png', 'iVBORw0KGgo=', 'base64')];
      const first = await commit('filled', { files });
      assert.deepEqual([first.status, first.json.branch, first.json.changedFiles], [201, 'main', 2]);
      assert.deepEqual(await readFiles('filled'), ['docs.json', 'images/dot.png']);
      const again = await commit('filled', { files });
      assert.deepEqual(again.json, { ...first.json, changedFiles: 0 });
      const second = await commit('filled', { files: [file('docs.json', null), file('a "b" ü.mdx', '# Hi')] });
      assert.equal(second.json.changedFiles, 2);
      assert.deepEqual(await readFiles('filled'), ['a "b" ü.mdx', 'images/dot.png']);
      assert.deepEqual(await listEvents('filled'), ['repository.created', 'repository.pushed', 'repository.pushed']);
    });

    test('a missing branch is created from the default branch, which stays unchanged', async () => {
      await create('branched');
      await commit('branched', { files: [file('docs.json', '{}')] });
      const made = await commit('branched', { branch: 'draft/x', files: [file('new.mdx', 'New')] });
      assert.deepEqual([made.status, made.json.branch], [201, 'draft/x']);
      assert.deepEqual(await readFiles('branched', 'draft/x'), ['docs.json', 'new.mdx']);
      assert.deepEqual(await readFiles('branched'), ['docs.json']);
    });

    test('a commit that expects a different head is refused, and nothing is committed', async () => {
      await create('expected');
      const { json } = await commit('expected', { files: [file('docs.json', '{}')] });
      const files = [file('late.mdx', 'x')];
      const refused = await commit('expected', { expectedHead: 'a'.repeat(40), files });
      assert.deepEqual([refused.status, refused.json.code], [409, 'branch_changed']);
      assert.match(refused.json.error, new RegExp(json.sha));
      assert.deepEqual(await readFiles('expected'), ['docs.json']);
      assert.equal((await commit('expected', { expectedHead: json.sha, files })).status, 201);
    });

    test('concurrent commits don’t overwrite each other', async () => {
      await create('contended');
      await commit('contended', { files: [file('docs.json', '{}')] });
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((name) => commit('contended', { files: [file(name, name)] })),
      );
      const done = ['a', 'b', 'c'].filter((_name, index) => answers[index]?.status === 201);
      for (const { status, json } of answers) if (status !== 201) assert.equal(json.code, 'branch_changed');
      assert.deepEqual(await readFiles('contended'), [...done, 'docs.json']);
    });

    test('an invalid path or field is refused, and nothing is committed', async () => {
      await create('hostile');
      await commit('hostile', { files: [file('docs.json', '{}')] });
      for (const path of [
        '../outside',
        '/absolute',
        'a//b',
        '.git/config',
        '.GIT/hooks/post-receive',
        'a/.g\u200cit/x',
        'git~1/config',
        'a\u0000b',
        'a\nb',
        'c:\\x',
        'x'.repeat(256),
        'docs.json/inside',
      ]) {
        const refused = await commit('hostile', { files: [file('fine.mdx', 'x'), file(path, 'x')] });
        assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], JSON.stringify(path));
      }
      for (const body of [
        { files: [file('a', 'x'), file('a', 'y')] },
        { files: [file('a', 'no base64!', 'base64')] },
        { files: [file('a', 'abc', 'base64')] },
        { files: [file('a', 'x', 'utf-16')] },
        { files: [] },
        { files: [file('a', 'x')], branch: '--upload-pack=x' },
        { files: [file('a', 'x')], branch: 'refs/../x' },
        { files: [file('a', 'x')], message: '' },
      ]) {
        const refused = await commit('hostile', body);
        assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], JSON.stringify(body));
      }
      assert.deepEqual(await readFiles('hostile'), ['docs.json']);
      await create('bare');
      const nothing = await commit('bare', { files: [file('a', null)] });
      assert.deepEqual([nothing.status, nothing.json.code], [400, 'invalid_request']);
    });

    test('committing requires membership in the organization, write permission and a key that isn’t bound to projects', async () => {
      await create('ours-only');
      const files = [file('docs.json', '{}')];
      const foreign = await commit('ours-only', { files }, { as: { organizationId: OTHER } });
      assert.deepEqual([foreign.status, foreign.json.code], [404, 'not_found']);
      for (const as of [{ scopes: ['repositories:read'] as const }, { projectIds: ['proj_1'] }]) {
        const refused = await commit('ours-only', { files }, { as });
        assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
      }
      assert.deepEqual(await listEvents('ours-only'), ['repository.created']);
    });

    test('a commit’s body may be larger than other bodies, up to a limit that the error names', async () => {
      await create('large');
      const large = await commit('large', { files: [file('a.mdx', 'x'.repeat(3 * 1024 * 1024))] });
      assert.equal(large.status, 201);
      const refused = await commit('large', { files: [file('b.mdx', 'x'.repeat(16 * 1024 * 1024))] });
      assert.deepEqual([refused.status, refused.json.code], [413, 'payload_too_large']);
      assert.match(refused.json.error, /16777216 bytes/);
    });
  });

  test('a repository can’t be deleted while a project uses it', async () => {
    await create('used');
    usedBy = 'Docs';
    const refused = await act('used', '');
    usedBy = undefined;
    assert.deepEqual([refused.status, refused.json.code], [409, 'repository_in_use']);
    assert.match(refused.json.error, /used by the project "Docs"/);
    assert.equal((await act('used', '')).status, 204);
    assert.deepEqual(
      [(await act('used', '')).status, await listEvents('used')],
      [404, ['repository.created', 'repository.deleted']],
    );
  });

  test('revoking links invalidates all of them, and the response contains a valid link', async () => {
    const before = (await create('linked')).json.webUrl;
    const other = (await create('unconcerned')).json.webUrl;
    assert.deepEqual([await open(before), await open(other)], [200, 200]);
    const first = await act('linked', '/revoke-links');
    assert.equal(first.status, 200);
    assert.deepEqual([await open(before), await open(other), await open(first.json.webUrl)], [404, 200, 200]);
    const second = await act('linked', '/revoke-links');
    assert.deepEqual([await open(first.json.webUrl), await open(second.json.webUrl)], [404, 200]);
    assert.deepEqual(await listEvents('linked'), [
      'repository.created',
      'repository.links_revoked',
      'repository.links_revoked',
    ]);
  });

  test('after two callers revoke links at once, the original link is invalid and the current one is valid', async () => {
    const before = (await create('contested')).json.webUrl;
    const answers = await Promise.all([act('contested', '/revoke-links'), act('contested', '/revoke-links')]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const now = (await service.request('GET', '/v1/repositories/contested')).json.webUrl;
    assert.deepEqual([await open(before), await open(now)], [404, 200]);
  });

  test('a check before a project is created reports what is missing, and skips later checks', async () => {
    await create('empty');
    const { status, json } = await check({ repository: 'local:empty' });
    assert.deepEqual([status, json.ready], [200, false]);
    assert.deepEqual(
      json.checks.map((one: { name: string; status: string }) => `${one.name} ${one.status}`),
      ['address ok', 'repository ok', 'permission ok', 'branch failed', 'docs skipped'],
    );
    assert.match(json.checks[3].remedy, /Push a first commit/);
  });

  test('missing, unconnected and other organizations’ repositories get the same response', async () => {
    await create('private', { as: { organizationId: OTHER } });
    const [theirs, missing] = [
      await check({ repository: 'local:private' }),
      await check({ repository: 'local:nowhere' }),
    ];
    assert.deepEqual(
      JSON.parse(theirs.text.replaceAll('private', 'X')),
      JSON.parse(missing.text.replaceAll('nowhere', 'X')),
    );
    const remote = await check({ repository: 'https://github.com/acme/secret' });
    assert.match(remote.json.checks[1].message, /does not exist, or is not connected to the organization/);
    const elsewhere = await check({ repository: 'https://internal.example/a/b' });
    assert.deepEqual([elsewhere.json.checks[0].status, elsewhere.json.checks[1].status], ['failed', 'skipped']);
  });

  test('a key that is bound to projects can’t check repositories, and the attempt is logged', async () => {
    const refused = await check({ repository: 'local:any' }, { as: { projectIds: ['proj_1'] } });
    assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
    assert.deepEqual(await listEvents('local:any'), ['repository.checked refused']);
    const branch = await check({ repository: 'local:empty', branch: 'a..b' });
    assert.deepEqual([branch.status, branch.json.details[0].path], [400, '/branch']);
  });

  test('a mirror has a separate ID for each organization and repository', async () => {
    const { mirrorId } = await import('./connect-repository.ts');
    const ids = [
      mirrorId({ organizationId: HOME, repository: 'local:docs' }),
      mirrorId({ organizationId: OTHER, repository: 'local:docs' }),
      mirrorId({ organizationId: HOME, repository: 'local:../../docs' }),
    ];
    assert.equal(new Set(ids).size, 3);
    for (const id of ids) assert.match(id, /^[0-9a-f]{40}$/);
  });
});
