import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { operations, type Operation } from '@docwright/contract';
import { after, before, describe, test } from 'node:test';
import { startTestService, type Answer, type TestService } from './test-service.ts';

describe('requests', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  const jobs = (): string => `/v2/agent/${service.projectId}/job`;
  const exportsPath = '/v1/static-export/jobs';
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request('POST', path, { body, headers });
  const expectError = (answer: Answer, status: number, code: string): void => {
    assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text);
    assert.equal(typeof answer.json.error, 'string');
    assert.equal(answer.json.requestId, answer.headers.get('x-request-id'));
    assert.doesNotMatch(answer.text, /node_modules|\.ts:|select |\/tmp\//);
  };

  for (const [title, body, path] of [
    ['no prompt', {}, '/prompt'],
    ['an empty prompt', { prompt: '' }, '/prompt'],
    ['a number as prompt', { prompt: 5 }, '/prompt'],
    ['null as prompt', { prompt: null }, '/prompt'],
    ['a prompt of 100,001 characters', { prompt: 'é'.repeat(100_001) }, '/prompt'],
    ['text as asDraft', { prompt: 'x', asDraft: 'true' }, '/asDraft'],
    ['a branch that is a command', { prompt: 'x', branch: '$(id)' }, '/branch'],
    ['a branch that is an option', { prompt: 'x', branch: '--upload-pack=id' }, '/branch'],
    ['an array as body', [], '/'],
    ['text as body', '"x"', '/'],
  ] as const) {
    test(`${title} is rejected with 400 and the path of the field`, async () => {
      const answer = await post(jobs(), body);
      expectError(answer, 400, 'invalid_request');
      assert.equal(answer.json.details[0].path, path);
    });
  }

  test('a prompt of 100,000 characters of four bytes each is accepted', async () => {
    assert.equal((await post(jobs(), { prompt: '😀'.repeat(100_000) })).status, 201);
  });

  const strict = Object.values<Operation>(operations).filter(
    ({ body, ignoresUnknownFields }) => body !== null && 'properties' in body && !ignoresUnknownFields,
  );
  for (const { method, path } of strict)
    test(`${method} ${path} rejects an unknown field and names it`, async () => {
      const answer = await service.request(method, path.replaceAll(/\{\w+\}/g, 'x'), { body: { 'zz~z': 1 } });
      expectError(answer, 400, 'invalid_request');
      assert.deepEqual(answer.json.details[0], { path: '/zz~0z', message: 'is not a field of this request' });
    });

  test('a misspelled field is rejected with the name of the probably intended field, and nothing changes', async () => {
    const path = `/v1/projects/${service.projectId}`;
    const before = (await service.request('GET', path)).json;
    const answer = await service.request('PATCH', path, { body: { name: 'Other', features: { analytcs: true } } });
    expectError(answer, 400, 'invalid_request');
    assert.match(answer.json.error, /"features\.analytcs" is not a field of this request; did you mean "analytics"\?/);
    assert.deepEqual((await service.request('GET', path)).json, before);
  });

  test('creating an agent job ignores unknown fields, and `__proto__` changes no object of the service', async () => {
    // A string, because `__proto__` in an object literal would set the prototype and wouldn't be sent.
    const body = '{"prompt":"x","colour":"red","__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}';
    const answer = await post(jobs(), body, { 'content-type': 'application/json' });
    assert.equal(answer.status, 201);
    assert.match(answer.headers.get('warning') ?? '', /unknown field colour/);
    assert.equal(({} as { a?: unknown }).a, undefined, 'the service runs in this process');
  });

  test('unknown fields of a body are listed in the Warning header and in the first event of the job', async () => {
    const { status, headers, json } = await post(jobs(), { prompt: 'x', baseBranch: 'next', 'ä"': 1 });
    assert.equal(status, 201);
    assert.equal(headers.get('warning'), '299 - "unknown field baseBranch", 299 - "unknown field ?\\""');
    const { events } = (await service.request('GET', `/v2/agent/${service.projectId}/job/${json.id}/events`)).json;
    assert.deepEqual(events[0].data, { prompt: 'x', ignoredFields: ['baseBranch', 'ä"'] });
    assert.equal((await post(jobs(), { prompt: 'x' })).headers.get('warning'), null);
  });

  test('a feature that an air-gapped site can’t have is returned as off, and listed in the Warning header', async () => {
    const path = `/v1/projects/${service.projectId}`;
    const body = { deploymentKind: 'air-gapped', features: { analytics: true, playground: true } };
    const { status, headers, json } = await service.request('PATCH', path, { body });
    assert.deepEqual([status, json.features.analytics, json.features.playground], [200, false, true]);
    const rule = '299 - "features.analytics has no effect: it is not available in air-gapped deployments"';
    assert.equal(headers.get('warning'), rule);
    const back = await service.request('PATCH', path, { body: { deploymentKind: 'cloud' } });
    assert.deepEqual([back.headers.get('warning'), back.json.features.analytics], [null, true]);
  });

  test('malformed, oversized and non-JSON bodies are refused with 400, 413 or 415', async () => {
    expectError(await post(jobs(), '{"prompt":'), 400, 'invalid_json');
    expectError(await post(jobs(), ''), 400, 'invalid_request');
    expectError(
      await post(jobs(), 'prompt=x', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'unsupported_media_type',
    );
    expectError(await post(jobs(), 'x', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
    expectError(await post(jobs(), { prompt: 'x'.repeat(22_000_000) }), 413, 'payload_too_large');
    const withCharset = await post(jobs(), { prompt: 'x' }, { 'content-type': 'application/json; charset=utf-8' });
    assert.equal(withCharset.status, 201);
  });

  test('an operation without a body ignores form bodies, but rejects malformed JSON', async () => {
    const { jobId } = (await post(exportsPath, { domain: service.domain })).json;
    const bundle = `${exportsPath}/${jobId}/bundle`;
    for (const headers of [
      {},
      { 'content-type': 'application/json' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]) {
      expectError(await post(bundle, '', headers), 409, 'export_not_completed');
    }
    expectError(
      await post(bundle, 'x=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      409,
      'export_not_completed',
    );
    expectError(await post(bundle, '{', {}), 400, 'invalid_json');
  });

  test('a method that a path doesn’t support is answered with 405 and the allowed methods', async () => {
    for (const [method, path, allow] of [
      ['DELETE', jobs(), ['POST']],
      ['PUT', exportsPath, ['GET', 'POST']],
      ['POST', '/healthz', ['GET']],
      ['PATCH', '/openapi.json', ['GET']],
    ] as const) {
      const answer = await service.request(method, path);
      expectError(answer, 405, 'method_not_allowed');
      for (const allowed of allow) assert.ok(answer.headers.get('allow')?.split(', ').includes(allowed), path);
    }
  });

  test('an unknown path is answered with 404, and an invalid path with 400, in the common error format', async () => {
    const unknown = ['/', '/v3/x', '/v1/projects/', '/v1/../etc/passwd', '/v1/%2e%2e/x'].map(
      (path) => [path, 404] as const,
    );
    for (const [path, status] of [...unknown, ['/%', 400], ['/v1/projects/%ff', 400]] as const) {
      const answer = await rawGet(service, path);
      assert.equal(answer.status, status, path);
      assert.ok(typeof JSON.parse(answer.text).requestId === 'string');
    }
  });

  test('nonexistent IDs are answered with 404', async () => {
    expectError(await service.request('GET', `${jobs()}/aj_unknown`), 404, 'not_found');
    expectError(await service.request('GET', `${exportsPath}/se_unknown`), 404, 'not_found');
    expectError(await post('/v2/agent/proj_unknown/job', { prompt: 'x' }), 404, 'not_found');
    expectError(await service.request('GET', `/v1/projects/${encodeURIComponent("' or 1=1 --")}`), 404, 'not_found');
  });

  test('an invalid query parameter is rejected with 400 and named', async () => {
    for (const [path, name] of [
      [`/v2/agent/${service.projectId}/jobs?limit=0`, '/limit'],
      [`/v2/agent/${service.projectId}/jobs?limit=101`, '/limit'],
      [`/v2/agent/${service.projectId}/jobs?limit=x`, '/limit'],
      [`/v2/agent/${service.projectId}/jobs?status=done`, '/status'],
      [`/v2/agent/${service.projectId}/jobs?cursor=x`, 'cursor'],
      [`${exportsPath}?status=archived`, '/status'],
      [`${exportsPath}?cursor=x`, 'cursor'],
      [`${jobs()}/x?wait=61`, '/wait'],
      [`${jobs()}/x?wait=0`, '/wait'],
    ] as const) {
      const answer = await service.request('GET', path);
      expectError(answer, 400, 'invalid_request');
      assert.equal(answer.json.details[0].path, name, path);
    }
  });

  for (const domain of [
    'https://docs.example.com',
    'docs.example.com:443',
    'docs.example.com/',
    'docs.example.com/x',
    'docs.example.com?x',
    'user@docs.example.com',
    ' docs.example.com',
    'docs..example.com',
    '-docs.example.com',
    'docs_example.com',
    `${'a'.repeat(64)}.com`,
    '[::1]',
    '*.example.com',
  ]) {
    test(`the domain ${JSON.stringify(domain)} is rejected with 400 and the path of the field`, async () => {
      const answer = await post(exportsPath, { domain });
      expectError(answer, 400, 'invalid_domain');
      assert.equal(answer.json.details[0].path, '/domain');
    });
  }

  test('domains are compared in lower case and Punycode', async () => {
    const body = {
      name: 'IDN',
      repository: `${service.baseUrl}/git/example-docs.git`,
      domains: ['Bücher.example.com'],
    };
    const project = await post('/v1/projects', body);
    assert.deepEqual(project.json.domains, ['xn--bcher-kva.example.com']);
    assert.equal((await post(exportsPath, { domain: 'BÜCHER.Example.com' })).json.domain, 'xn--bcher-kva.example.com');
    assert.equal((await post(exportsPath, { domain: service.domain.toUpperCase() })).status, 202);
  });

  test('a domain that no project serves is rejected with 400 and named', async () => {
    const answer = await post(exportsPath, { domain: 'nobody.example.com' });
    expectError(answer, 400, 'unknown_domain');
    assert.match(answer.json.error, /nobody\.example\.com/);
  });

  test('an invalid base path, version, strict flag or list of paths of an export is rejected with 400 and named', async () => {
    const { domain } = service;
    for (const [field, value] of [
      ['basePath', 'docs'],
      ['basePath', '/docs/'],
      ['basePath', '/<script>'],
      ['version', ''],
      ['version', '../x'],
      ['paths', []],
      ['paths', 'index'],
      ['strict', 1],
    ] as const) {
      const answer = await post(exportsPath, { domain, [field]: value });
      expectError(answer, 400, 'invalid_request');
      assert.ok(answer.json.details[0].path.startsWith(`/${field}`), `${field} ${answer.text}`);
    }
  });

  test('the bundle of a job that hasn’t completed is refused with 409', async () => {
    const { jobId } = (await post(exportsPath, { domain: service.domain })).json;
    expectError(await post(`${exportsPath}/${jobId}/bundle`, undefined), 409, 'export_not_completed');
    assert.equal((await post(`${exportsPath}/${jobId}/cancel`, undefined)).json.status, 'failed');
    expectError(await post(`${exportsPath}/${jobId}/cancel`, undefined), 409, 'export_not_active');
    expectError(await post(`${exportsPath}/${jobId}/bundle`, undefined), 409, 'export_not_completed');
  });

  test('the project-scoped endpoint allows one export at a time and ten per hour', async () => {
    const body = { name: 'One at a time', repository: `${service.baseUrl}/git/example-docs.git` };
    const { id } = (await post('/v1/projects', body)).json;
    const start = () => service.request('POST', `/v1/static-export/${id}/jobs`);
    const { jobId } = (await start()).json;
    expectError(await start(), 409, 'export_in_progress');
    await post(`${exportsPath}/${jobId}/cancel`, undefined);
    for (let used = 1; used < 10; used++) {
      const next = await start();
      assert.equal(next.status, 202);
      await post(`${exportsPath}/${next.json.jobId}/cancel`, undefined);
    }
    const refused = await start();
    expectError(refused, 429, 'rate_limited');
    const retryAfter = Number(refused.headers.get('retry-after'));
    assert.ok(Number.isInteger(retryAfter) && retryAfter > 3_500 && retryAfter <= 3_600);
    assert.match(refused.headers.get('ratelimit-policy') ?? '', /q=10;w=3600/);
    const same = await service.request('GET', `/v1/static-export/${id}/jobs/${jobId}`);
    assert.equal(same.json.jobId, jobId);
    const otherProject = await service.request('GET', `/v1/static-export/${service.projectId}/jobs/${jobId}`);
    expectError(otherProject, 404, 'not_found');
  });

  test('a project can be created, changed and, unless a job is active, deleted', async () => {
    const repository = `${service.baseUrl}/git/example-docs.git`;
    const made = await post('/v1/projects', {
      name: 'P',
      repository,
      domains: ['p.example.com'],
      docsFolder: '/docs/',
    });
    assert.equal(made.status, 201);
    assert.deepEqual([made.json.docsFolder, made.json.branch], ['docs', 'main']);
    const path = `/v1/projects/${made.json.id}`;
    const changed = await service.request('PATCH', path, {
      body: { name: 'Q', domains: ['q.example.com'], features: { playground: false } },
    });
    assert.deepEqual(
      [changed.json.name, changed.json.domains, changed.json.features.playground],
      ['Q', ['q.example.com'], false],
    );
    assert.equal(changed.json.docsFolder, 'docs');
    expectError(await post('/v1/projects', { name: 'R', repository, domains: ['q.example.com'] }), 409, 'domain_taken');
    const job = await post(`/v2/agent/${made.json.id}/job`, { prompt: 'x' });
    expectError(await service.request('DELETE', path), 409, 'project_in_use');
    assert.equal(
      (await post(`/v2/agent/${made.json.id}/job/${job.json.id}/cancel`, undefined)).json.error.code,
      'cancelled',
    );
    assert.equal((await service.request('DELETE', path)).status, 204);
    expectError(await service.request('GET', path), 404, 'not_found');
  });

  test('repository addresses that no code host accepts are rejected with 400', async () => {
    for (const repository of [
      'file:///etc',
      '/etc/passwd',
      'git@github.com:a/b.git',
      'https://github.com/a',
      'https://github.com/a/b/c',
      'https://github.com/../b',
      'https://github.com/a/..',
      'https://user:pass@github.com/a/b',
      'https://github.com/a/b?x=1',
      'http://github.com/a/b',
      'https://evil.example/a/b',
      'ext::sh -c id',
      '--upload-pack=id',
      `${service.baseUrl}/git/../../x.git`,
      `${service.baseUrl}/git/nothing-here.git`,
    ]) {
      const answer = await post('/v1/projects', { name: 'x', repository });
      expectError(answer, 400, 'invalid_repository');
    }
    assert.equal(
      (await post('/v1/projects', { name: 'x', repository: 'https://github.com/owner/name.git' })).status,
      201,
    );
  });

  test('repositories on the embedded code host have unique names and can be deleted if unused', async () => {
    assert.equal((await post('/v1/repositories', { name: 'notes' })).status, 201);
    expectError(await post('/v1/repositories', { name: 'notes' }), 409, 'repository_taken');
    expectError(await post('/v1/repositories', { name: '../x' }), 400, 'invalid_request');
    expectError(await service.request('DELETE', '/v1/repositories/example-docs'), 409, 'repository_in_use');
    assert.equal((await service.request('DELETE', '/v1/repositories/notes')).status, 204);
    expectError(await service.request('GET', '/v1/repositories/notes'), 404, 'not_found');
  });

  test('the pages of a list contain each item once, in the order of the whole list', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { json } = await service.request('GET', `/v1/projects?limit=2${query}`);
      seen.push(...json.projects.map(({ id }: { id: string }) => id));
      cursor = json.nextCursor;
    } while (cursor !== null);
    const all = (await service.request('GET', '/v1/projects?limit=100')).json.projects.map(
      ({ id }: { id: string }) => id,
    );
    assert.deepEqual(seen, all);
    assert.equal(new Set(seen).size, seen.length);
  });
});

/** Sends the path unchanged; `fetch` would normalize it. */
async function rawGet(service: TestService, path: string): Promise<{ status: number; text: string }> {
  const { port } = new URL(service.baseUrl);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${service.apiKey}` };
    const request = httpRequest({ port, path, headers, host: '127.0.0.1', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', reject).end();
  });
}
