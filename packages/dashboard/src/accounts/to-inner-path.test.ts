import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInnerPath } from './to-inner-path.ts';

const at = { basePath: '/dashboard', origin: 'https://docs.example.com' };

test('a page of the dashboard is opened with its filters', () => {
  assert.equal(toInnerPath('/dashboard/jobs?status=failed', at), '/dashboard/jobs?status=failed');
});

test('nothing leaves the dashboard', () => {
  for (const next of [
    'https://evil.example/dashboard/',
    '//evil.example/dashboard/',
    String.raw`\\evil.example/dashboard/`,
    'javascript:alert(1)',
    '/v1/me',
    '/dashboard/../v1/me',
    '/dashboardx',
    undefined,
  ]) {
    assert.equal(toInnerPath(next, at), '/dashboard/', String(next));
  }
});
