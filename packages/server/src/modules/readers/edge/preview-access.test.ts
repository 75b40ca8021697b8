import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPreviewToken, makePreviewToken, previewLinkSeconds } from './preview-access.ts';

const nowMs = Date.UTC(2026, 0, 1);
const token = makePreviewToken(['new', 'old'], 'env_a', nowMs);
const opens = (secrets: readonly string[], environment: string, token: string, atMs = nowMs): boolean =>
  isPreviewToken(secrets, environment, { token, nowMs: atMs });

test('a link opens the preview that it was created for, until it expires, even after the secret has changed', () => {
  assert.equal(opens(['new'], 'env_a', token), true);
  assert.equal(opens(['newer', 'new'], 'env_a', token), true);
  assert.equal(opens(['new'], 'env_a', token, nowMs + (previewLinkSeconds - 1) * 1000), true);
  assert.equal(opens(['new'], 'env_a', token, nowMs + previewLinkSeconds * 1000), false);
});

test('another preview, another secret or a changed text is refused', () => {
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
