import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import { openProjectService, type ProjectService } from './testing/project-service.ts';

describe('a new project', () => {
  let service: ProjectService;
  before(async () => {
    service = await openProjectService();
  });
  after(() => service.close());

  test('has defaults for omitted fields, and an audit event', async () => {
    const { status, json } = await service.create({ name: `  O'Reilly's "Docs"  ` });
    assert.deepEqual(
      [status, json.name, json.branch, json.docsFolder, json.domains, json.deploymentKind, json.model, json.asDraft],
      [201, `O'Reilly's "Docs"`, 'main', '', [], 'cloud', 'builtin/rules-1', false],
    );
    assert.deepEqual(await service.listEvents(json.id), ['project.created']);
  });

  test('must use a repository that the organization may use', async () => {
    for (const repository of [
      'local:docs',
      'https://docs.example/git/@home/docs.git',
      'https://github.com/ACME/site',
    ]) {
      const { status } = await service.create({ repository });
      assert.equal(status, 201, repository);
    }
    for (const repository of [
      'local:missing',
      'local:@other/docs',
      'https://github.com/stranger/site',
      'https://gitlab.com/acme/site',
      'https://github.com/acme/../stranger',
      'file:///etc/passwd',
      '--upload-pack=x',
      'https://user:password@github.com/acme/site',
    ]) {
      const refused = await service.create({ repository });
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_repository'], repository);
    }
    const foreign = await service.create(
      { repository: 'https://github.com/acme/site' },
      { as: { organizationId: OTHER } },
    );
    assert.equal(foreign.json.code, 'invalid_repository');
  });

  test('can’t be created with keys that are bound to projects or can only read', async () => {
    const bound = await service.create({ name: 'bound' }, { as: { projectIds: ['proj_1'] } });
    assert.deepEqual([bound.status, bound.json.code], [403, 'insufficient_scope']);
    assert.deepEqual(await service.listEvents('bound'), ['project.created refused']);
    assert.equal((await service.create({}, { as: { scopes: ['projects:read', 'exports:write'] } })).status, 403);
  });

  test('must have a valid folder, branch and model', async () => {
    for (const [body, path] of [
      [{ docsFolder: '../up' }, '/docsFolder'],
      [{ docsFolder: 'a/./b' }, '/docsFolder'],
      [{ docsFolder: 'a//b' }, '/docsFolder'],
      [{ docsFolder: '.git/hooks' }, '/docsFolder'],
      [{ docsFolder: 'a\\b' }, '/docsFolder'],
      [{ branch: '-x' }, '/branch'],
      [{ branch: 'a..b' }, '/branch'],
      [{ model: 'openai/gpt-unknown' }, '/model'],
      [{ model: '' }, '/model'],
      [{ name: ' ' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
    ] as const) {
      const refused = await service.create(body);
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], JSON.stringify(body));
      assert.equal(refused.json.details[0].path, path, JSON.stringify(body));
    }
    assert.equal((await service.create({ docsFolder: '/site/docs//' })).json.code, undefined);
    assert.equal((await service.create({ docsFolder: '/site/docs/' })).json.docsFolder, 'site/docs');
  });

  test('has host names as domains, normalized and without duplicates', async () => {
    const { json } = await service.create({ domains: ['Docs.Example.com', 'docs.example.COM', 'BÜCHER.example'] });
    assert.deepEqual(json.domains, ['docs.example.com', 'xn--bcher-kva.example']);
    for (const domain of [
      'https://docs.example.com',
      'docs.example.com/path',
      'docs.example.com:443',
      'docs example.com',
      'user@docs.example.com',
      '-docs.example.com',
      'docs..example.com',
      `${'a'.repeat(64)}.example.com`,
      'docs.example.com\n',
      '%64ocs.example.com',
    ]) {
      const refused = await service.create({ domains: ['fine.example.com', domain] });
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_domain'], JSON.stringify(domain));
      assert.equal(refused.json.details[0].path, '/domains/1');
    }
  });

  test('gets a domain only if no other project of the organization has it, even if two projects request it at once', async () => {
    const answers = await Promise.all([
      service.create({ domains: ['one.example.com', 'contested.example.com'] }),
      service.create({ domains: ['two.example.com', 'contested.example.com'] }),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 409]));
    const refused = answers.find(({ status }) => status === 409);
    assert.deepEqual([refused?.json.code, /contested/.test(refused?.json.error)], ['domain_taken', true]);
    const foreign = await service.create({ domains: ['contested.example.com'] }, { as: { organizationId: OTHER } });
    assert.equal(foreign.status, 201, 'the domains of other organizations are neither checked nor revealed');
  });

  test('is created once per Idempotency-Key, and a refused request leaves no data', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const [first, again] = [await service.create({}, { headers }), await service.create({}, { headers })];
    assert.deepEqual([again.json.id, again.headers.get('idempotent-replayed')], [first.json.id, 'true']);
    const other = await service.create({ name: 'Another' }, { headers });
    assert.deepEqual([other.status, other.json.code], [422, 'idempotency_mismatch']);
    const before = await service.request('GET', '/v1/projects?limit=100');
    await service.create({ name: 'never', domains: ['contested.example.com'] });
    assert.equal(
      (await service.request('GET', '/v1/projects?limit=100')).json.projects.length,
      before.json.projects.length,
    );
    assert.deepEqual(await service.listEvents('never'), []);
  });

  test('reports features that have no effect in its deployment kind', async () => {
    const answer = await service.create({ deploymentKind: 'air-gapped', features: { search: true, playground: true } });
    assert.match(answer.headers.get('warning') ?? '', /features\.search has no effect/);
    assert.deepEqual([answer.json.features.search, answer.json.features.playground], [false, true]);
  });
});

test('a new project is refused exactly when it would exceed the organization’s limit, even if many are created at once', async () => {
  const service = await openProjectService({ maxProjects: 3 });
  try {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => service.create({ name: String(index) })));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status, json }) => status === 409 && json.code === 'project_limit_reached');
    assert.deepEqual([made.length, refused.length], [3, 5]);
    await service.remove(made[0]?.json.id);
    assert.equal((await service.create()).status, 201);
    assert.equal((await service.create({ repository: 'local:docs' }, { as: { organizationId: OTHER } })).status, 201);
  } finally {
    await service.close();
  }
});
