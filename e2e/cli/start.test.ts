import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { onlyInFullRuns } from '../../scripts/sample-rows.ts';
import { collect, docwright, docwrightJson, runNpmStart, type Outcome } from './run-docwright.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-start-'));
const dataDir = join(folder, 'data');
const env = { DOCWRIGHT_DATA_DIR: dataDir };

interface Report {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly projectId: string;
  readonly domain: string;
  readonly prLink: string;
  readonly bundleUrl: string;
  readonly siteUrl: string;
  readonly repository: string;
}

/** Starts the service like `npm start -- --json`, and waits for its output line. */
async function start(
  detached = false,
): Promise<{ report: Report; child: ReturnType<typeof runNpmStart>; outcome: Promise<Outcome> }> {
  const child = runNpmStart(['--json', '--port', '0'], env, detached);
  const outcome = collect(child);
  const line = await Promise.race([
    once(child.stdout, 'data').then(([text]) => String(text)),
    outcome.then(({ code, stderr }) => Promise.reject(new Error(`exit ${code}: ${stderr}`))),
  ]);
  return { report: JSON.parse(line) as Report, child, outcome };
}

let running: Awaited<ReturnType<typeof start>>;
before(async () => {
  running = await start();
});
after(async () => {
  running.child.kill('SIGTERM');
  await running.outcome;
  rmSync(folder, { recursive: true, force: true });
});

test('the first start prints one line with service, key, project, pull request and bundle, and both links work', async () => {
  const { report } = running;
  assert.deepEqual(Object.keys(report), [
    'baseUrl',
    'apiKey',
    'projectId',
    'domain',
    'prLink',
    'bundleUrl',
    'siteUrl',
    'repository',
    'setupUrl',
  ]);
  const page = await fetch(report.prLink);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /guides\/import/);
  assert.equal((await fetch(report.bundleUrl, { method: 'HEAD' })).status, 200);
  const site = await fetch(report.siteUrl);
  assert.equal(site.status, 200);
  assert.match(await site.text(), /<html/);
  assert.match(report.repository, /\/git\/example-docs\.git$/);
});

test('the example project has analytics and feedback turned on', async () => {
  const { baseUrl, apiKey, projectId } = running.report;
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${baseUrl}/v1/projects/${projectId}`, { headers });
  const { features } = (await answer.json()) as { features: Record<string, boolean> };
  assert.deepEqual([features.analytics, features.feedback], [true, true]);
});

test("the first start's jobs don't count toward the project's limits", async () => {
  const { baseUrl, apiKey, projectId } = running.report;
  const created = await fetch(`${baseUrl}/v2/agent/${projectId}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'fix broken links' }),
  });
  assert.equal(created.status, 201);
  assert.match(created.headers.get('ratelimit') ?? '', /"agent-jobs";r=99;/);
});

test('other commands need no settings, because the key is in the data folder, readable only by its owner', async () => {
  assert.equal(statSync(join(dataDir, 'cli.json')).mode & 0o777, 0o600);
  const { code, json } = await docwrightJson(['org', 'get'], env);
  assert.deepEqual({ code, plan: json['plan'] }, { code: 0, plan: 'enterprise' });
});

test(
  'the operator creates another organization and connects repositories while the service is running',
  onlyInFullRuns,
  async () => {
    const made = await docwrightJson(['org', 'create', 'Acme Inc.', '--plan', 'pro', '--key', 'first'], env);
    assert.equal(made.code, 0, JSON.stringify(made.json));
    assert.match(String(made.json['setupUrl']), /\/dashboard\/setup\?token=/);
    const tenant = { ...env, DOCWRIGHT_API_KEY: String(made.json['key']) };
    assert.equal((await docwrightJson(['org', 'get'], tenant)).json['name'], 'Acme Inc.');
    const named = ['--organization', 'acme-inc'];
    const allowed = await docwrightJson(['org', 'repositories', 'allow', 'https://github.com/Acme/*', ...named], env);
    assert.deepEqual(
      (allowed.json['repositories'] as { pattern: string }[]).map(({ pattern }) => pattern),
      ['https://github.com/acme/*'],
    );
    const { stdout } = await docwright(['org', 'repositories', 'list'], env);
    assert.match(stdout, /may use:\n {2}\* {2}\(everything\)/);
    const missing = await docwrightJson(['org', 'repositories', 'remove', 'https://github.com/none/*', ...named], env);
    assert.equal(missing.code, 2);
    assert.match(String(missing.json['error']), /Its entries: https:\/\/github\.com\/acme\/\*/);
    assert.equal((await docwrightJson(['org', 'set-plan', 'enterprise', ...named], env)).json['plan'], 'enterprise');
    assert.equal((await docwrightJson(['org', 'rename', 'Acme', ...named], env)).json['name'], 'Acme');
    const { stdout: list } = await docwright(['org', 'list'], env);
    assert.match(list, /acme-inc +Acme +enterprise +no/);
  },
);

test('a prompt becomes a pull request, and commands print its diff and events', async () => {
  const { code, json } = await docwrightJson(
    ['jobs', 'create', 'append section "More" to index: "Text."', '--wait'],
    env,
  );
  assert.deepEqual(
    { code, status: json['status'], result: json['result'] },
    { code: 0, status: 'completed', result: 'changes' },
  );
  const { stdout } = await docwright(['jobs', 'diff', String(json['id'])], env);
  assert.match(stdout, /^\+## More$/m);
  const { stdout: events } = await docwright(['jobs', 'events', String(json['id'])], env);
  assert.match(events, /pull_request\.ready/);
});

test('a site is exported, downloaded and verified', async () => {
  const { code, json } = await docwrightJson(['export', '--domain', running.report.domain, '-o', folder], env);
  assert.equal(code, 0);
  assert.deepEqual({ verified: json['verified'], status: json['status'] }, { verified: true, status: 'completed' });
  assert.equal(statSync(String(json['file'])).size, json['sizeBytes']);
});

test('validate and an export report the same issues for a folder', onlyInFullRuns, async () => {
  const site = join(folder, 'faulty');
  writeFaultySite(site);
  const validated = await docwrightJson(['validate', site], env);
  assert.equal(validated.code, 1);
  const { json: project } = await docwrightJson(['projects', 'create', '--from', site, '--name', 'Faulty'], env);
  const exported = await docwrightJson(['export', '--project', String(project['id']), '-o', folder], env);
  assert.equal(exported.code, 0);
  // The other tests' commands need no project name as long as only one project exists.
  assert.equal((await docwright(['projects', 'delete', String(project['id']), '--yes'], env)).code, 0);
  const found = issuesOf(validated.json);
  assert.deepEqual(issuesOf(exported.json), found);
  for (const code of ['broken-link', 'mdx-syntax', 'missing-import', 'unknown-component', 'openapi-broken-ref']) {
    assert.ok(
      found.some((issue) => issue.includes(` ${code}: `)),
      `${code} of ${found.join('\n')}`,
    );
  }
});

function writeFaultySite(site: string): void {
  const navigation = {
    groups: [
      { group: 'G', pages: ['index', 'gone'] },
      { group: 'API', openapi: 'api.json' },
    ],
  };
  const operation = { summary: 'Get', responses: { 200: { $ref: '#/components/responses/Nowhere' } } };
  const files: Readonly<Record<string, string>> = {
    'docs.json': JSON.stringify({ name: 'Faulty', theme: 'mint', colors: { primary: '#0d9373' }, navigation }),
    'index.mdx':
      'import Part from "/snippets/gone.mdx"\n\n<Part />\n<Mystery>text</Mystery>\n\n[a](/nowhere) [b](#no-such-heading) {undefinedName}\n\n<Card title="open">\n',
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: { '/a': { get: operation } },
    }),
  };
  mkdirSync(site);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(site, name), text);
}

function issuesOf(report: Record<string, unknown>): string[] {
  const issues = report['issues'] as {
    path: string;
    line?: number | null;
    severity: string;
    code: string;
    message: string;
  }[];
  return issues
    .map(({ path, line, severity, code, message }) => `${path}:${line ?? 0} ${severity} ${code}: ${message}`)
    .toSorted();
}

test('an unknown domain exits with 2 and an unknown job with 4', onlyInFullRuns, async () => {
  const unknown = await docwrightJson(['export', '--domain', 'nowhere.example'], env);
  assert.deepEqual({ code: unknown.code, error: unknown.json['code'] }, { code: 2, error: 'unknown_domain' });
  assert.equal((await docwright(['jobs', 'get', 'aj_unknown'], env)).code, 4);
});

test(
  'keys are created through the service or locally, and a revoked key is rejected with exit code 3',
  onlyInFullRuns,
  async () => {
    const { json: made } = await docwrightJson(['keys', 'create', '--name', 'ci', '--scope', 'projects:read'], env);
    const asKey = { ...env, DOCWRIGHT_BASE_URL: running.report.baseUrl, DOCWRIGHT_API_KEY: String(made['key']) };
    assert.equal((await docwright(['projects', 'list'], asKey)).code, 0);
    assert.equal((await docwright(['keys', 'list'], asKey)).code, 3);
    await docwright(['keys', 'revoke', String(made['id'])], env);
    const revokedAt = performance.now();
    let code: number | null = 0;
    // The last command starts after 5 s, even if the others took long.
    for (let startedAt = revokedAt; code === 0 && startedAt - revokedAt < 5000;) {
      startedAt = performance.now();
      ({ code } = await docwright(['projects', 'list'], asKey));
    }
    assert.equal(code, 3, 'a revoked key works for at most 5 s');
    const { json: local } = await docwrightJson(['keys', 'create', '--name', 'rescue', '--local'], env);
    assert.match(String(local['key']), /^dw_/);
  },
);

test('a second instance on the same data folder is rejected with one line', async () => {
  const { code, stdout, stderr } = await docwright(['up', '--port', '0', '--json'], env);
  assert.equal(code, 1);
  assert.match((JSON.parse(stdout) as { error: string }).error, /in use by another instance/);
  assert.equal(stderr, '');
});

test('an invalid setting exits with 2 and names setting, value and allowed values', async () => {
  const { code, stderr } = await docwright(['serve', '--port', 'x'], { DOCWRIGHT_DATA_DIR: join(folder, 'other') });
  assert.equal(code, 2);
  assert.match(stderr, /error: DOCWRIGHT_PORT is "x"; allowed:/);
});

test('SIGTERM stops the service with exit code 0, and the next start repeats no job', async () => {
  const jobs = async () => ((await docwrightJson(['jobs', 'list'], env)).json['jobs'] as unknown[]).length;
  const before = await jobs();
  running.child.kill('SIGTERM');
  const { code, stdout } = await running.outcome;
  assert.deepEqual({ code, lines: stdout.trim().split('\n').length }, { code: 0, lines: 1 });
  const first = running.report;
  running = await start();
  assert.equal(running.report.projectId, first.projectId);
  assert.equal(running.report.apiKey, first.apiKey);
  assert.equal(await jobs(), before);
});

test(
  'SIGHUP to the whole process group, as sent by a closed terminal, stops the service and its worker with exit code 0',
  onlyInFullRuns,
  async () => {
    running.child.kill('SIGTERM');
    await running.outcome;
    running = await start(true);
    process.kill(-(running.child.pid ?? assert.fail('no pid')), 'SIGHUP');
    assert.equal((await running.outcome).code, 0);
    const logs = readdirSync(dataDir).filter((name) => name.endsWith('.log'));
    for (const name of logs) assert.doesNotMatch(readFileSync(join(dataDir, name), 'utf8'), /"signal":"SIG/, name);
    running = await start();
  },
);

test('kill -9 of the started process also ends the service, and the next start works', async () => {
  const { baseUrl } = running.report;
  running.child.kill('SIGKILL');
  await running.outcome;
  await assertGone(baseUrl);
  running = await start();
  assert.equal((await docwright(['jobs', 'list'], env)).code, 0);
});

/** Retries until the service no longer responds, or until the test's own timeout. */
async function assertGone(baseUrl: string): Promise<void> {
  while (
    await fetch(`${baseUrl}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
  ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('the logs in the data folder don’t contain the key', () => {
  const logs = readdirSync(dataDir).filter((name) => name.endsWith('.log'));
  assert.ok(logs.length > 0);
  for (const name of logs) assert.ok(!readFileSync(join(dataDir, name), 'utf8').includes(running.report.apiKey));
});
