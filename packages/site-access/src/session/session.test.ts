import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { createAccessCookies } from '../gate/cookies.ts';
import { KnownSessions } from './known-sessions.ts';
import { fitSession, makeSessionToken, readSessionToken, type Session } from './session.ts';

const nowMs = Date.UTC(2026, 0, 1);
const scope = { siteId: 'env_a', mode: 'oauth' } as const;
const reader = { subject: 'ada', groups: ['staff', 'a, b'], name: 'Ada', email: 'ada@example.com' };
const session: Session = { id: 's1', reader, groupsLeftOut: 0, expiresAtMs: nowMs + 60_000, epoch: 3, basis: 'idp' };
const token = makeSessionToken(['new', 'old'], scope, session);
const read = (
  secrets: readonly string[],
  asked = scope as Parameters<typeof readSessionToken>[1],
  text = token,
  at = nowMs,
) => readSessionToken(secrets, asked, { token: text, nowMs: at });

describe('a session', () => {
  test('is valid until it expires, even after a new secret was added', () => {
    assert.deepEqual(read(['new']), session);
    assert.deepEqual(read(['newer', 'new']), session);
    assert.deepEqual(read(['new'], scope, token, nowMs + 59_999), session);
    assert.equal(read(['new'], scope, token, nowMs + 60_000), undefined);
  });

  test('is refused if it belongs to another site or mode, was signed with another secret, or was changed', () => {
    assert.equal(read(['new'], { ...scope, siteId: 'env_b' }), undefined);
    assert.equal(read(['new'], { ...scope, mode: 'jwt' }), undefined);
    assert.equal(read(['other']), undefined);
    const [payload = '', signature = ''] = token.split('.');
    const text = JSON.stringify({ i: 's1', s: 'ada', g: ['admin'], x: 99_999_999_999, e: 3, b: 'idp' });
    for (const forged of [
      `${Buffer.from(text).toString('base64url')}.${signature}`,
      `${payload}.${'A'.repeat(43)}`,
      `${payload}.${signature}=`,
      payload,
      `.${signature}`,
      '',
      '.',
      'x'.repeat(10_000),
    ])
      assert.equal(read(['new'], scope, forged), undefined, forged.slice(0, 60));
  });

  test('is verified once, and cached only for its own site and mode', () => {
    const known = new KnownSessions(['new']);
    const first = known.read(scope, token, nowMs);
    assert.deepEqual(first, session);
    assert.equal(known.read(scope, token, nowMs), first);
    assert.equal(known.read({ ...scope, siteId: 'env_b' }, token, nowMs), undefined);
    assert.equal(known.read({ ...scope, mode: 'jwt' }, token, nowMs), undefined);
    assert.equal(known.read(scope, token, nowMs + 60_000), undefined);
  });

  test('stores as many of ten thousand groups as fit into a cookie, and reports how many don’t', () => {
    const groups = Array.from({ length: 10_000 }, (_, n) => `group-${n}`);
    const fitted = fitSession({ ...session, reader: { ...reader, groups } });
    assert.equal(fitted.reader.groups.length + fitted.groupsLeftOut, 10_000);
    assert.deepEqual(fitted.reader.groups, groups.slice(0, fitted.reader.groups.length));
    assert.ok(fitted.reader.groups.length >= 180);
    assert.equal(fitted.reader.hasOtherGroups, true);
    const line = createAccessCookies(true).write('docwright_reader', makeSessionToken(['new'], scope, fitted), 60);
    assert.ok(line.length < 4_096, String(line.length));
    assert.deepEqual(read(['new'], scope, makeSessionToken(['new'], scope, fitted)), fitted);
  });

  test('fits into a cookie for a reader with any name', () => {
    const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
    const property = fc.property(
      fc.record({
        subject: text(50),
        name: text(100),
        email: text(60),
        groups: fc.array(text(50), { maxLength: 300 }),
      }),
      (any) => {
        const fitted = fitSession({ ...session, reader: any });
        const made = makeSessionToken(['new'], scope, fitted);
        assert.ok(made.length < 3_900, String(made.length));
        assert.deepEqual(read(['new'], scope, made), fitted);
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});
