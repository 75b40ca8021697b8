import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInnerPath } from './to-inner-path.ts';

const at = { basePath: '/dashboard', origin: 'https://docs.example.com' };

test('a page of the dashboard is opened with its filters', () => {
  assert.equal(toInnerPath('/dashboard/jobs?status=failed', at), '/dashboard/jobs?status=failed');
});

test('a page of the embedded code host is opened again', () => {
  for (const path of ['/pulls/docs/7/token', '/pulls/@other/docs/7/token?done=merge', '/repositories/docs'])
    assert.equal(toInnerPath(path, at), path);
  assert.equal(
    toInnerPath('/service/pulls/docs/7/token', { ...at, basePath: '/service/dashboard/' }),
    '/service/pulls/docs/7/token',
  );
  assert.equal(toInnerPath('/pulls/x', { ...at, basePath: '/service/dashboard' }), '/service/dashboard/');
});

test('addresses outside the dashboard are rejected', () => {
  for (const next of [
    'https://evil.example/dashboard/',
    '//evil.example/dashboard/',
    String.raw`\\evil.example/dashboard/`,
    'javascript:alert(1)',
    '/v1/me',
    '/dashboard/../v1/me',
    '/dashboardx',
    '/pullsx/docs',
    '/preview/secret/',
    '/pulls/../preview/secret/',
    undefined,
  ]) {
    assert.equal(toInnerPath(next, at), '/dashboard/', String(next));
  }
});
