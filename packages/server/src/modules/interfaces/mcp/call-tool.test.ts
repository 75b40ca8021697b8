import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations, type Operation } from '@docwright/contract';
import { callTool, type ApiRequest, type Arguments } from './call-tool.ts';
import { mcpTools } from './tools.ts';

/** Returns the API request that a call results in, and the request's description. */
async function call(name: string, input: Arguments): Promise<{ asked: ApiRequest | undefined; result: string }> {
  const tool = mcpTools.get(name);
  assert.ok(tool);
  let asked: ApiRequest | undefined;
  const ask = (request: ApiRequest) => {
    asked = request;
    return Promise.resolve({ status: 200, text: '{}', isJson: true, retryAfterSeconds: undefined });
  };
  const [part] = (await callTool(ask, tool, input)).content;
  assert.ok(part?.type === 'text');
  return { asked, result: part.text };
}

test('arguments are sent where the operation expects them: path, query, body and Idempotency-Key', async () => {
  const made = await call('create_agent_job', { projectId: 'proj_a/b', prompt: 'Do', idempotencyKey: 'once' });
  assert.deepEqual(made.asked, {
    method: 'POST',
    path: '/v2/agent/proj_a%2Fb/job',
    headers: { 'idempotency-key': 'once' },
    body: '{"prompt":"Do"}',
  });
  const read = await call('get_agent_job', { projectId: 'p', id: 'aj_1', wait: 20, offset: 0 });
  assert.deepEqual([read.asked?.path, read.asked?.body], ['/v2/agent/p/job/aj_1?wait=20', undefined]);
});

test('an operation’s own offset is passed to it, and no argument requests a stream', async () => {
  const views = await call('get_analytics_views', { projectId: 'p', offset: 50 });
  assert.equal(views.asked?.path, '/v1/analytics/p/views?offset=50');
  const asked = await call('send_assistant_message', { domain: 'docs', messages: [] });
  assert.deepEqual([asked.asked?.path, asked.asked?.body], ['/discovery/v2/assistant/docs/message', '{"messages":[]}']);
  for (const { places } of mcpTools.values()) assert.equal(places.has('responseType'), false);
});

test('an idempotency key or offset of another type is refused', async () => {
  for (const [name, input] of [
    ['create_agent_job', { projectId: 'p', prompt: 'Do', idempotencyKey: 7 }],
    ['get_agent_job_diff', { projectId: 'p', id: 'a', offset: '10' }],
  ] as const) {
    const { asked, result } = await call(name, input);
    assert.equal(asked, undefined);
    assert.match(result, /invalid_request/);
  }
});

test('a hostile argument can’t make a tool call another operation', async () => {
  const hostile = [
    '.',
    '..',
    '',
    '../x',
    '..\\x',
    '%2e%2e',
    '.%2e',
    '/',
    '//x',
    '?a=b',
    '#x',
    'a\r\nb',
    '\ud800',
    'á',
    '{id}',
    '$&',
  ];
  for (const [name, { operation, places }] of mcpTools) {
    const fields = Object.keys(operation.params.properties);
    for (const field of fields) {
      for (const value of [...hostile, 7, null, {}, undefined]) {
        const right = Object.fromEntries(fields.map((one) => [one, 'x']));
        const { asked, result } = await call(name, { ...right, [field]: value });
        if (asked === undefined) {
          assert.match(result, /invalid_request/);
          continue;
        }
        const { pathname } = new URL(asked.path, 'http://localhost');
        assert.equal(pathname, asked.path, `${name}: ${field} ${JSON.stringify(value)}`);
        const pattern = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
        assert.match(pathname, new RegExp(`^${pattern}$`));
        assert.equal(places.get(field), 'path');
      }
    }
  }
});

test('an unknown argument is refused with a list of the known ones, and no request is sent', async () => {
  const { asked, result } = await call('cancel_agent_job', { projectId: 'p', id: 'a', force: true });
  assert.equal(asked, undefined);
  assert.match(result, /no argument \\"force\\"\. Its arguments are: projectId, id\./);
});

test('each tool has the description, the fields and the required fields of its operation', () => {
  for (const [name, { operation, description }] of mcpTools) {
    const { params, query, body }: Operation = operation;
    const parts = [params, query, ...(body === null ? [] : [body as typeof params])];
    const properties = Object.keys(description.inputSchema.properties ?? {});
    for (const part of parts) {
      const fields = Object.keys(part.properties).filter((field) => field !== 'responseType');
      for (const field of fields) assert.ok(properties.includes(field), `${name}: ${field}`);
      for (const field of part.required ?? [])
        assert.ok(description.inputSchema.required?.includes(field), `${name}: ${field}`);
    }
    assert.ok(description.description?.includes(operation.description), name);
    assert.doesNotMatch(JSON.stringify(description), /"\$id"/);
  }
  assert.equal(mcpTools.get('get_agent_job')?.operation, operations.getAgentJob);
});

test('a wait is shorter than the 60 s after which clients give up', () => {
  const schema = JSON.stringify(mcpTools.get('get_agent_job')?.description.inputSchema.properties?.['wait']);
  assert.deepEqual(JSON.parse(schema), { type: 'integer', minimum: 1, maximum: 50, description: 'Seconds.' });
});
