import assert from 'node:assert/strict';
import { test } from 'node:test';

import { buildFetch, fieldKey, missingFields, withoutCookies } from './client/build-fetch.ts';
import type { PlaygroundInput } from './client/build-fetch.ts';
import { explainFailure } from './client/explain-failure.ts';
import { throughProxy } from './client/forward.ts';
import type { PlaygroundData, PlaygroundField } from './client/playground-data.ts';
import { ForwardableCalls } from './forwardable-calls.ts';

function field(name: string, place: PlaygroundField['place'], parts: Partial<PlaygroundField> = {}): PlaygroundField {
  return {
    name,
    place,
    type: 'string',
    required: false,
    value: '',
    hint: '',
    values: [],
    isList: false,
    isFile: false,
    isObject: false,
    style: '',
    explode: true,
    contentType: '',
    ...parts,
  };
}

const data: PlaygroundData = {
  method: 'POST',
  path: '/pets/{id}',
  servers: [{ url: 'https://x.test/v1/', label: '' }],
  auth: [],
  fields: [
    field('id', 'path', { required: true }),
    field('tag', 'query', { isList: true }),
    field('X-Trace', 'header'),
    field('sid', 'cookie'),
    field('ids', 'query', { isList: true, explode: false }),
  ],
  bodies: [],
  proxy: '',
  credentials: false,
};

function input(values: Readonly<Record<string, string>>, parts: Partial<PlaygroundInput> = {}): PlaygroundInput {
  return {
    server: 'https://x.test/v1/',
    values: new Map(Object.entries(values)),
    auth: [],
    credentials: [],
    body: undefined,
    bodyText: '',
    files: new Map(),
    ...parts,
  };
}

test('values are encoded and sent in their place', () => {
  const built = buildFetch(
    data,
    input({ 'path id': 'a/b?c', 'query tag': 'x y,z', 'query ids': '1,2', 'header X-Trace': 't', 'cookie sid': 's' }),
  );
  assert.equal(built.url, 'https://x.test/v1/pets/a%2Fb%3Fc?tag=x%20y&tag=z&ids=1,2');
  assert.deepEqual(built.headers, [
    ['X-Trace', 't'],
    ['Cookie', 'sid=s'],
  ]);
});

test('each kind of authentication is sent as its scheme requires', () => {
  const auth = (['bearer', 'basic', 'header', 'query', 'cookie'] as const).map((kind) => ({
    label: kind,
    kind,
    name: kind === 'header' ? 'X-Key' : kind === 'query' ? 'key' : kind === 'cookie' ? 'c' : 'Authorization',
  }));
  const built = buildFetch(data, input({ 'path id': '1' }, { auth, credentials: ['tok', 'ü:p', 'k1', 'k2', 'k3'] }));
  assert.deepEqual(built.headers, [
    ['Authorization', 'Bearer tok'],
    ['Authorization', `Basic ${Buffer.from('ü:p').toString('base64')}`],
    ['X-Key', 'k1'],
    ['Cookie', 'c=k3'],
  ]);
  assert.match(built.url, /\?key=k2$/);
});

test('a required field without a value is named', () => {
  assert.deepEqual(missingFields(data, input({})), ['id']);
  assert.deepEqual(missingFields(data, input({ [fieldKey({ place: 'path', name: 'id' })]: '1' })), []);
});

test('bodies are sent as JSON text, form pairs, multipart parts or a file', () => {
  const json = { type: 'application/json', kind: 'json' as const, text: '', fields: [] };
  assert.deepEqual(buildFetch(data, input({}, { body: json, bodyText: '{"a":1}' })).headers, [
    ['Content-Type', 'application/json'],
  ]);
  const form = {
    type: 'application/x-www-form-urlencoded',
    kind: 'form' as const,
    text: '',
    fields: [field('a', 'body'), field('b', 'body', { isList: true })],
  };
  assert.equal(buildFetch(data, input({ 'body a': 'x&y', 'body b': '1,2' }, { body: form })).body, 'a=x%26y&b=1&b=2');
  const file = new File(['hi'], 'a.txt');
  const parts = buildFetch(
    data,
    input(
      { 'body a': 'x' },
      {
        body: {
          ...form,
          type: 'multipart/form-data',
          kind: 'multipart',
          fields: [field('a', 'body'), field('f', 'body', { isFile: true })],
        },
        files: new Map([['f', [file]]]),
      },
    ),
  );
  assert.ok(parts.body instanceof FormData);
  assert.deepEqual([...parts.body.keys()], ['a', 'f']);
  // Its boundary is written by the browser.
  assert.deepEqual(parts.headers, []);
});

test('with a proxy, the target and its headers are sent separately from the browser’s own; without a proxy, no forbidden header is set', () => {
  const built = buildFetch(data, input({ 'path id': '1', 'cookie sid': 's', 'header X-Trace': 't' }));
  const { url, method, headers } = throughProxy(built, '/docs/_docwright/playground');
  assert.equal(url, '/docs/_docwright/playground');
  assert.equal(method, 'POST');
  assert.deepEqual(headers, [
    ['docwright-target', 'POST https://x.test/v1/pets/1'],
    ['docwright-forward-x-trace', 't'],
    ['docwright-forward-cookie', 'sid=s'],
  ]);
  assert.deepEqual(withoutCookies(built).headers, [['X-Trace', 't']]);
});

test('the list for the deployment contains absolute servers, and the operation’s headers', () => {
  const calls = new ForwardableCalls();
  calls.add({ ...data, proxy: '' });
  assert.deepEqual(calls.files(), []);
  const auth = [[{ label: 'key', kind: 'header' as const, name: 'X-Key' }]];
  calls.add({ ...data, auth, proxy: '/p', servers: [...data.servers, { url: '/relative', label: '' }] });
  const [file] = calls.files();
  assert.equal(file?.path, '_docwright/playground.json');
  assert.deepEqual(JSON.parse(String(file?.bytes)), {
    formatVersion: 1,
    operations: [
      {
        method: 'POST',
        path: '/pets/{id}',
        servers: ['https://x.test/v1/'],
        headers: ['cookie', 'x-key', 'x-trace'],
      },
    ],
  });
});

test('a request without a response shows possible causes and their remedies', () => {
  const post = (url: string): { method: string; url: string } => ({ method: 'POST', url });
  const around = { page: 'https://docs.test', isOnline: true };
  const [summary, ...remedies] = explainFailure(post('https://api.test/v1'), 'Failed to fetch', around);
  assert.equal(summary, 'No response to POST https://api.test/v1.');
  assert.match(
    remedies[0] ?? '',
    /^CORS: the API at https:\/\/api\.test must allow requests from https:\/\/docs\.test/,
  );
  assert.match(remedies[1] ?? '', /^Network: api\.test must be reachable/);
  assert.match(remedies[2] ?? '', /^Server address/);
  const first = (url: string, parts = {}): string => explainFailure(post(url), 'x', { ...around, ...parts })[1] ?? '';
  assert.match(first('http://api.test/'), /Use https:\/\/api\.test\.$/);
  assert.match(first('http://localhost:3000/'), /^CORS/);
  assert.match(first('https://api.test/', { isOnline: false }), /offline/);
  assert.deepEqual(explainFailure(post('/v1'), 'x', around)[0], '"/v1" is not a valid address.');
});
