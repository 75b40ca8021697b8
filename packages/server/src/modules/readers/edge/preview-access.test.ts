import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePreviewToken, previewLinkSeconds, readPreviewToken } from './preview-access.ts';

const nowMs = Date.UTC(2026, 0, 1);
const token = makePreviewToken(['new', 'old'], 'env_a', { nowMs });
const opens = (secrets: readonly string[], environment: string, token: string, atMs = nowMs): boolean =>
  readPreviewToken(secrets, environment, { token, nowMs: atMs }) !== undefined;

test('a link opens the preview for which it was created until it expires, even after the secret has changed', () => {
  assert.equal(opens(['new'], 'env_a', token), true);
  assert.equal(opens(['newer', 'new'], 'env_a', token), true);
  assert.equal(opens(['new'], 'env_a', token, nowMs + (previewLinkSeconds - 1) * 1000), true);
  assert.equal(opens(['new'], 'env_a', token, nowMs + previewLinkSeconds * 1000), false);
});

test('a link is refused with another preview, another secret or a changed token', () => {
  assert.equal(opens(['new'], 'env_b', token), false);
  assert.equal(opens(['other'], 'env_a', token), false);
  const [expires = '', signature = ''] = token.split(/-(.*)/s);
  const later = (Number.parseInt(expires, 36) + 1).toString(36);
  for (const forged of [
    `${later}-${signature}`,
    `${expires}-${signature.slice(1)}`,
    `${expires}-${'A'.repeat(43)}`,
    `${expires}${signature}`,
    `zzzzzzzzzzzzzzzz-${signature}`,
    '',
    '-',
    `${token}x`,
  ])
    assert.equal(opens(['new'], 'env_a', forged), false, forged);
});

test('a link for groups contains their names, and changed names are refused', () => {
  const groups = ['staff', 'Sales, "EU"', 'ä'];
  const grouped = makePreviewToken(['new'], 'env_a', { nowMs, groups });
  assert.deepEqual(readPreviewToken(['new'], 'env_a', { token: grouped, nowMs }), groups);
  assert.deepEqual(readPreviewToken(['new'], 'env_a', { token, nowMs }), []);
  const [head = '', named = '', signature = ''] = /^(\w+)\.(.+)-(.{43})$/.exec(grouped)?.slice(1) ?? [];
  const board = Buffer.from('["board"]').toString('base64url');
  for (const forged of [
    `${head}-${signature}`,
    `${head}.${board}-${signature}`,
    `${head}.${named}x-${signature}`,
    `${head}.-${signature}`,
    `${token.split('-', 1)[0] ?? ''}.${board}-${token.slice(token.indexOf('-') + 1)}`,
  ])
    assert.equal(opens(['new'], 'env_a', forged), false, forged);
  assert.equal(opens(['new'], 'env_b', grouped), false);
});
