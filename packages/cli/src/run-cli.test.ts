import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { startFakeService } from './testing/fake-service.ts';
import { runCommand, runJson } from './testing/run-command.ts';

test('loading the program loads only the packages cli, commander and sdk', () => {
  const script = `
    const urls = [];
    require('node:module').registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    import(${JSON.stringify(import.meta.resolve('./create-program.ts'))}).then(() => console.log(urls.join('\\n')));
  `;
  const urls = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim().split('\n');
  const names = urls.flatMap((url) => /.*(?:packages|node_modules)\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
  assert.deepEqual([...new Set(names)].toSorted(), ['cli', 'commander', 'sdk']);
});

test('an option without its value prints the value’s meaning', async () => {
  const { code, stderr } = await runCommand(['webhooks', 'update', 'whk_1', '--url']);
  assert.equal(code, 2);
  assert.match(stderr, /option '--url <url>' argument missing\n\(--url <url>: URL that events are sent to\)\nUsage: /);
});

test('an option or argument that isn’t a URL is rejected with an example', async () => {
  for (const args of [
    ['webhooks', 'update', 'whk_1', '--url', 'docs.example.com/hook'],
    ['webhooks', 'create', 'docs.example.com/hook'],
    ['code-hosts', 'connect', 'gitlab', '--url', ''],
  ]) {
    const { code, stderr } = await runCommand(args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /is invalid.*\. Write the whole address, such as https:\/\/docs\.example\.com\/path\./);
  }
});

test('help and version are printed to stdout with exit code 0', async () => {
  const help = await runCommand(['--help']);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /Usage: docwright/);
  assert.match(help.stdout, /Exit codes:\n\s+0\s/);
  assert.match((await runCommand(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  assert.match((await runCommand(['--version'], { commit: 'c0ffee' })).stdout, /^\d+\.\d+\.\d+ \(commit c0ffee\)\n$/);
});

test('an invalid command line exits with 2, explains the error on stderr, and suggests a correction', async () => {
  const { code, stdout, stderr } = await runCommand(['jobs', 'lst']);
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  assert.match(stderr, /unknown command 'lst'/);
  assert.match(stderr, /Did you mean list\?/);
});

test('the prefix of a command or an option is enough for a suggestion', async () => {
  assert.match((await runCommand(['proj'])).stderr, /unknown command 'proj'\n\(Did you mean projects\?\)/);
  assert.match((await runCommand(['comp'])).stderr, /\(Did you mean completion\?\)/);
  assert.match(
    (await runCommand(['deploy', '--pre', 'x'])).stderr,
    /unknown option '--pre'\n\(Did you mean --preview\?\)/,
  );
  assert.match((await runCommand(['status', '--data'])).stderr, /\(Did you mean --data-dir\?\)/);
  assert.doesNotMatch((await runCommand(['x'])).stderr, /Did you mean/);
});

test('an invalid command line prints the command’s usage line and how to get help', async () => {
  const { stderr } = await runCommand(['webhooks', 'create', '--url', 'https://example.com']);
  assert.match(stderr, /unknown option '--url'/);
  assert.match(stderr, /^Usage: docwright webhooks create \[options\] <url>$/m);
  assert.match(stderr, /^Run docwright webhooks create --help for details\.$/m);
  const missing = await runCommand(['members', 'invite']);
  assert.match(missing.stderr, /missing required argument 'email'\nUsage: docwright members invite/);
});

test('a command group prints only its usage and exits with 2', async () => {
  for (const args of [[], ['projects']]) {
    const { code, stdout, stderr } = await runCommand(args);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, /^Usage: docwright/);
    assert.doesNotMatch(stderr, /outputHelp|error:/);
  }
  const { code, json } = await runJson(['projects']);
  assert.deepEqual({ code, json }, { code: 2, json: { error: 'specify a command; see --help', code: 'usage' } });
});

test('with --json, an invalid command line also prints one object to stdout', async () => {
  const { code, json, stderr } = await runJson(['jobs', 'get']);
  assert.equal(code, 2);
  assert.deepEqual(json, { error: "missing required argument 'id'", code: 'usage' });
  assert.equal(stderr, '');
});

test('without a configured service, the command prints how to specify one', async () => {
  const { code, stderr } = await runCommand(['org', 'get'], { env: { DOCWRIGHT_DATA_DIR: '/nonexistent' } });
  assert.equal(code, 2);
  assert.match(stderr, /docwright up.*DOCWRIGHT_BASE_URL/);
});

test('if the service is unreachable, a command exits with 5 and names the address but not the key', async () => {
  await using service = await startFakeService({});
  await service[Symbol.asyncDispose]();
  const { code, stderr } = await runCommand(['keys', 'list'], {
    env: { ...service.env, DOCWRIGHT_API_KEY: 'dw_s3cret' },
  });
  assert.equal(code, 5);
  assert.ok(stderr.includes(service.baseUrl));
  assert.ok(!stderr.includes('dw_s3cret'));
});

const statuses = { 400: 2, 401: 3, 403: 3, 404: 4, 409: 6, 422: 6, 500: 5 };
for (const [status, exitCode] of Object.entries(statuses)) {
  test(`if the service responds with ${status}, a command exits with ${exitCode} and prints message, code and request ID`, async () => {
    await using service = await startFakeService({
      'GET /v1/organization': () => ({
        status: Number(status),
        body: { error: 'because', code: 'some_code' },
        headers: { 'x-request-id': 'req_1' },
      }),
    });
    const { code, json } = await runJson(['org', 'get'], { env: service.env });
    assert.equal(code, exitCode);
    assert.deepEqual(json, { error: 'because', code: 'some_code', status: Number(status), requestId: 'req_1' });
  });
}

test('if a rate limit is reached, a command exits with 7 and prints when to retry', async () => {
  await using service = await startFakeService({
    'POST /v2/agent/proj_1/job': () => ({
      status: 429,
      body: { error: 'spent', code: 'rate_limited' },
      headers: { 'retry-after': '1800' },
    }),
  });
  const { code, stderr } = await runCommand(['jobs', 'create', 'x'], { env: service.env });
  assert.equal(code, 7);
  assert.match(stderr, /error: spent\n {2}try again in 1800 s/);
});

test('details of a rejected request are printed line by line', async () => {
  await using service = await startFakeService({
    'PATCH /v1/organization': () => ({
      status: 400,
      body: { error: 'wrong', code: 'invalid_request', details: [{ path: '/name', message: 'is empty' }] },
    }),
  });
  const { stderr } = await runCommand(['org', 'rename', ' '], { env: service.env });
  assert.equal(stderr, 'error: wrong\n  /name: is empty\n');
});

test('a detail that the error already contains is not printed again', async () => {
  const message = 'must be an email address, but is "x"';
  await using service = await startFakeService({
    'PATCH /v1/organization': () => ({
      status: 400,
      body: {
        error: `The body is not valid: "email" ${message}.`,
        code: 'invalid_request',
        details: [{ path: '/email', message }],
      },
    }),
  });
  const { stderr } = await runCommand(['org', 'rename', ' '], { env: service.env });
  assert.equal(stderr, `error: The body is not valid: "email" ${message}.\n`);
});

test('errors aren’t colored without a terminal', async () => {
  await using service = await startFakeService({
    'GET /v2/agent/proj_1/job/aj_1': () => ({ status: 404, body: { error: 'no such job', code: 'not_found' } }),
  });
  const { stderr, code } = await runCommand(['jobs', 'get', 'aj_1'], { env: service.env });
  assert.equal(code, 4);
  assert.equal(stderr, 'error: no such job\n');
});
