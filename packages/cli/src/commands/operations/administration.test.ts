import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const at = '2026-01-01T00:00:00.000Z';
const key = {
  id: 'key_1',
  name: 'ci',
  prefix: 'dw_Ab3d',
  lastFour: 'wxyz',
  scopes: ['exports:read'],
  projectIds: null,
  createdBy: 'key_0',
  createdAt: at,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};
const project = {
  id: 'proj_1',
  name: 'Docs',
  repository: 'https://host/docs',
  branch: 'main',
  docsFolder: '',
  domains: ['docs.example.com'],
  deploymentKind: 'cloud',
  model: 'builtin/rules-1',
  features: { search: true, assistant: false, analytics: false, playground: true, offlineSearch: false },
  asDraft: false,
  excludeOrphans: false,
  createdAt: at,
  updatedAt: at,
};

test('keys create sends the scopes and an expiry date, and shows the key', async () => {
  await using service = await startFakeService({
    'POST /v1/api-keys': () => ({ status: 201, body: { ...key, key: 'dw_new' } }),
  });
  const args = ['keys', 'create', '--name', 'ci', '--scope', 'exports:read', '--expires-in', '90d'];
  const { stdout, code } = await runCommand(args, { env: service.env });
  assert.equal(code, 0);
  assert.match(stdout, /Key {6}dw_new\n[\s\S]*not shown again/);
  const body = service.requests[0]?.body as { expiresAt: string };
  assert.deepEqual({ ...body, expiresAt: '' }, { name: 'ci', scopes: ['exports:read'], expiresAt: '' });
  const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 89.9 && days < 90.1, body.expiresAt);
});

test('an unreadable file is reported with its path, before any request', async () => {
  await using service = await startFakeService({});
  const table: readonly (readonly [string[], RegExp])[] = [
    [
      ['agent-settings', 'set', '--instructions-file', 'none.md'],
      /--instructions-file \S*none\.md can't be read: the file doesn't exist/,
    ],
    [['agent-settings', 'set', '--instructions-file', '.'], /--instructions-file \S+ can't be read: it is a folder/],
    [
      ['models', 'set', 'a/b', '--key-file', 'none.txt'],
      /--key-file \S*none\.txt can't be read: the file doesn't exist/,
    ],
    [['models', 'set', '--file', 'none.yaml'], /none\.yaml can't be read: the file doesn't exist/],
    [['host', '--config', 'none.yaml'], /none\.yaml can't be read: the file doesn't exist/],
  ];
  for (const [args, message] of table) {
    const project = args[0] === 'host' ? [] : ['--project', 'proj_1'];
    const { code, stderr } = await runCommand([...args, ...project], { env: service.env });
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /ENOENT|EISDIR/);
  }
  assert.deepEqual(service.requests, []);
});

test('models can be set for the organization or a project, and setting a search model copies no other models', async () => {
  const shown = { model: 'm', provider: 'openai', baseUrl: null, region: null, credentials: ['apiKey'], prices: null };
  const answer = (source: string) => () => ({
    body: { source, models: [shown], embedding: null, credentialsReadable: true, updatedAt: at },
  });
  await using service = await startFakeService({
    'GET /v1/organization/models': answer('organization'),
    'PUT /v1/organization/models': answer('organization'),
    'GET /v1/projects/proj_1/models': answer('organization'),
    'PUT /v1/projects/proj_1/models': answer('project'),
  });
  const run = (...args: string[]) => runCommand(['models', ...args], { env: service.env });
  const set = await run('set', '--organization', 'openai/m');
  assert.match(set.stdout, /openai\/m[\s\S]*These are the organization’s\./);
  await run('set-search', '--organization', 'openai/e');
  await run('set-search', '--project', 'proj_1', 'openai/e');
  const changes = service.requests.filter(({ route }) => route.startsWith('PUT'));
  const search = { provider: 'openai', model: 'e' };
  assert.deepEqual(
    changes.map(({ route, body }) => [route.slice(4), body]),
    [
      ['/v1/organization/models', { models: [{ provider: 'openai', model: 'm' }] }],
      ['/v1/organization/models', { models: [{ provider: 'openai', model: 'm' }], embedding: search }],
      ['/v1/projects/proj_1/models', { models: [], embedding: search }],
    ],
  );
  assert.equal((await run('get', '--organization', '--project', 'proj_1')).code, 2);
});

test('assistant set sends only the given fields, and requires both parts of the fallback link', async () => {
  const settings = {
    enabled: true,
    model: 'builtin/extracts-1',
    name: 'Ada',
    greeting: '',
    starters: ['How do I begin?'],
    instructions: '',
    tone: 'formal',
    messagesPerMinute: 20,
    monthlyBudgetUsd: 25,
    spentThisMonthUsd: 1.5,
    visitorDailyBudgetUsd: null,
    retentionDays: 0,
    fallback: { label: 'Ask us', url: 'https://example.com' },
    updatedAt: at,
  };
  await using service = await startFakeService({ 'PATCH /v1/projects/proj_1/assistant': () => ({ body: settings }) });
  const set = (...args: string[]) =>
    runCommand(['assistant', 'set', '--project', 'proj_1', ...args], { env: service.env });
  const { stdout } = await set(
    '--retention-days',
    '0',
    '--fallback-label',
    'Ask us',
    '--fallback-url',
    'https://example.com',
  );
  assert.match(stdout, /not stored[\s\S]*Ask us: https:\/\/example\.com/);
  assert.match(stdout, /25 USD[\s\S]*1\.50 USD[\s\S]*no limit/);
  await set('--enabled', 'no', '--fallback-label', '');
  await set('--starter', 'One?', 'Two?', '--monthly-budget-usd', '12.5', '--visitor-daily-budget-usd', 'none');
  assert.deepEqual(
    service.requests.map(({ body }) => body),
    [
      { retentionDays: 0, fallback: { label: 'Ask us', url: 'https://example.com' } },
      { enabled: false, fallback: null },
      { starters: ['One?', 'Two?'], monthlyBudgetUsd: 12.5, visitorDailyBudgetUsd: null },
    ],
  );
  for (const args of [
    [],
    ['--fallback-url', 'https://example.com'],
    ['--retention-days', '1.5'],
    ['--model', 'gpt'],
    ['--monthly-budget-usd', '-1'],
    ['--visitor-daily-budget-usd', 'much'],
    ['--messages-per-minute', '0'],
  ])
    assert.equal((await set(...args)).code, 2, args.join(' '));
  assert.equal(service.requests.length, 3);
});

test('keys list distinguishes revoked and expired keys from valid ones', async () => {
  const apiKeys = [key, { ...key, revokedAt: at }, { ...key, expiresAt: '2020-01-01T00:00:00.000Z' }];
  await using service = await startFakeService({ 'GET /v1/api-keys': () => ({ body: { apiKeys } }) });
  const { stdout } = await runCommand(['keys', 'list'], { env: service.env });
  const states = stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/)[3]);
  assert.deepEqual(states, ['valid', 'revoked', 'expired']);
});

test('keys roll sends the overlap in seconds, and keys revoke prints the revoked key', async () => {
  await using service = await startFakeService({
    'POST /v1/api-keys/key_1/roll': () => ({ status: 201, body: { ...key, key: 'dw_new' } }),
    'POST /v1/api-keys/key_1/revoke': () => ({ body: { ...key, revokedAt: at } }),
  });
  await runCommand(['keys', 'roll', 'key_1', '--overlap', '24h'], { env: service.env });
  assert.deepEqual(service.requests[0]?.body, { overlapSeconds: 86_400 });
  assert.match((await runCommand(['keys', 'revoke', 'key_1'], { env: service.env })).stdout, /Revoked key_1 \(ci\)/);
});

test('projects create requires a name and a repository, and sends only the given fields', async () => {
  await using service = await startFakeService({ 'POST /v1/projects': () => ({ status: 201, body: project }) });
  assert.equal((await runCommand(['projects', 'create', '--name', 'x'], { env: service.env })).code, 2);
  const args = [
    'projects',
    'create',
    '--name',
    'Docs',
    '--repository',
    'https://host/docs',
    '--domain',
    'a.b',
    '--draft',
  ];
  const { json } = await runJson([...args, '--offline-search'], { env: service.env });
  assert.equal(json['id'], 'proj_1');
  assert.deepEqual(service.requests[0]?.body, {
    name: 'Docs',
    repository: 'https://host/docs',
    domains: ['a.b'],
    asDraft: true,
    features: { offlineSearch: true },
  });
});

test('projects update omits fields that aren’t given', async () => {
  await using service = await startFakeService({ 'PATCH /v1/projects/proj_1': () => ({ body: project }) });
  await runCommand(['projects', 'update', 'proj_1', '--branch', 'docs', '--no-draft'], { env: service.env });
  assert.deepEqual(service.requests[0]?.body, { branch: 'docs', asDraft: false });
});

test('projects list reads all pages of the list', async () => {
  await using service = await startFakeService({
    'GET /v1/projects?limit=100': () => ({ body: { projects: [project], nextCursor: 'c' } }),
    'GET /v1/projects?limit=100&cursor=c': () => ({ body: { projects: [project], nextCursor: null } }),
  });
  const { json } = await runJson(['projects', 'list'], { env: service.env });
  assert.equal((json['projects'] as unknown[]).length, 2);
});

test('org set-plan rejects unknown plans without contacting a service', async () => {
  await using service = await startFakeService({});
  const { code, stderr } = await runCommand(['org', 'set-plan', 'gold'], { env: service.env });
  assert.equal(code, 2);
  assert.match(stderr, /free, pro, enterprise/);
  assert.deepEqual(service.requests, []);
});

test('keys create rejects --organization without --local', async () => {
  await using service = await startFakeService({});
  const args = ['keys', 'create', '--name', 'x', '--organization', 'acme'];
  const { code, stderr } = await runCommand(args, { env: service.env });
  assert.equal(code, 2);
  assert.match(stderr, /--organization needs --local/);
});

test('analytics export prints the file from the service', async () => {
  await using service = await startFakeService({
    'GET /v1/analytics/proj_1/export?kind=searches&format=csv&dateFrom=2026-01-01': () => ({
      body: 'date,search_query\r\n2026-01-01,keys\r\n',
      headers: { 'content-type': 'text/csv' },
    }),
  });
  const args = ['analytics', 'export', '--kind', 'searches', '--from', '2026-01-01', '--project', 'proj_1'];
  assert.match((await runCommand(args, { env: service.env })).stdout, /^date,search_query\r\n2026-01-01,keys\n$/);
});

test('analytics page prints a page’s known figures, and dashes for missing figures', async () => {
  const none = { total: 0, before: null, rows: [], hasMore: false };
  const counts = { human: 3, ai: 1, total: 4 };
  const page = {
    path: '/guides/keys',
    title: 'Keys',
    state: 'live',
    totals: { views: counts, visitors: counts },
    before: null,
    days: [],
    referrers: { ...none, rows: [{ referrer: 'search.example', views: 2, before: null }] },
    searchesFrom: none,
    searchesTo: none,
    outlinks: none,
    codeCopies: none,
    agentReads: none,
    missed: { total: 0, before: null },
    feedback: { thumbsUp: 1, thumbsDown: 0, comments: 0, before: null, newest: [] },
    answers: { total: 0, complete: true, newest: [] },
    health: {
      unchangedSince: '2025-01-01T00:00:00.000Z',
      stale: true,
      brokenLinks: [{ url: 'https://a.dev/x', status: 404, brokenSince: '2026-01-01T00:00:00.000Z' }],
    },
  };
  await using service = await startFakeService({
    'GET /v1/analytics/proj_1/page?path=%2Fguides%2Fkeys&limit=5': () => ({ body: page }),
  });
  const args = ['analytics', 'page', '/guides/keys', '--limit', '5', '--project', 'proj_1'];
  const { stdout } = await runCommand(args, { env: service.env });
  for (const line of [
    /views by people +3 +-/,
    /search\.example +2 +-/,
    /Unchanged since 2025-01-01/,
    /Broken link: https:\/\/a\.dev\/x/,
  ])
    assert.match(stdout, line);
  assert.doesNotMatch(stdout, /copied code/);
  assert.deepEqual(JSON.parse((await runCommand([...args, '--json'], { env: service.env })).stdout), page);
});

test('feedback list shows each comment on one line, even with line breaks, and feedback set sends only the given fields', async () => {
  const feedback = {
    id: 'fb_1',
    path: '/guides/keys',
    source: 'contextual',
    helpful: false,
    comment: `Which\nkey? ${'x'.repeat(100)}`,
    contact: null,
    block: 0,
    lang: 'bash',
    code: 'npm ci',
    filename: null,
    status: 'pending',
    note: null,
    createdAt: at,
    updatedAt: at,
  };
  await using service = await startFakeService({
    'GET /v1/analytics/proj_1/feedback?status=pending': () => ({
      body: { feedback: [feedback], nextCursor: 'c2', hasMore: true },
    }),
    'PATCH /v1/analytics/proj_1/feedback/fb_1': () => ({ body: { ...feedback, status: 'resolved' } }),
    'DELETE /v1/analytics/proj_1/feedback/fb_1': () => ({ status: 204 }),
  });
  const run = (...args: string[]) => runCommand(['feedback', ...args, '--project', 'proj_1'], { env: service.env });
  const { stdout } = await run('list', '--status', 'pending');
  assert.match(stdout, /fb_1 .* \/guides\/keys +down +pending +npm ci +Which key\? x+…\n/);
  assert.match(stdout, /More: --cursor c2/);
  assert.match((await run('set', 'fb_1', '--status', 'resolved', '--note', '')).stdout, /Status +resolved/);
  assert.deepEqual(service.requests.at(-1)?.body, { status: 'resolved', note: null });
  assert.equal((await run('set', 'fb_1')).code, 2);
  assert.equal((await run('delete', 'fb_1')).code, 2);
  assert.match((await run('delete', 'fb_1', '--yes')).stdout, /Deleted fb_1/);
});
