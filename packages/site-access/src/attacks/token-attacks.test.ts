/** Attempts to read a protected site without permission. Each row ends with a page request that must be refused. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { JwtAccess, SessionRules } from '../site-access.ts';
import { openGate, rules, toSite, type GateReply } from '../testing/test-gate.ts';
import { craftHmacToken, craftToken, TokenSigner } from '../testing/token-signer.ts';

const signer = new TokenSigner('k1');
const ecdsa = new TokenSigner('k2', 'ES256');
const stranger = new TokenSigner('k1');
const jwt: JwtAccess & SessionRules = {
  mode: 'jwt',
  signIn: 'required',
  ...rules,
  loginUrl: 'https://login.example/docs?tenant=1',
  keys: [signer.key, ecdsa.key],
};
const jwtSite = toSite(jwt);
const start = Date.now();
const seconds = (offset: number): number => Math.floor(start / 1000) + offset;
const claims = { host: 'docs.example', sub: 'eve', groups: ['admin'], exp: seconds(5) };

const atClock = () => Object.assign(openGate(), { nowMs: start });

/** Requests the section to which a token grants access. */
async function enter(token: string | Promise<string>, gate = atClock(), site = jwtSite): Promise<GateReply> {
  const browser = gate.openBrowser(site);
  await browser.open('/login/jwt-callback');
  await browser.send('/login/jwt-callback', { token: await token, redirect: '/', cookies: '1' });
  return browser.open('/secret');
}

describe('attacks on tokens', () => {
  test('the unmodified token is accepted with both algorithms', async () => {
    for (const by of [signer, ecdsa]) {
      const { reader } = await enter(by.sign(start));
      assert.deepEqual(reader, { subject: 'ada', groups: ['staff'], name: undefined, email: undefined });
    }
    // A login with a clock that is a minute off, and a login that sends no key ID.
    assert.equal((await enter(signer.sign(start, { exp: seconds(-50) }))).isAdmitted, true);
    assert.equal((await enter(signer.sign(start, { exp: seconds(65) }))).isAdmitted, true);
    assert.equal((await enter(signer.sign(start, {}, { kid: undefined }))).isAdmitted, true);
  });

  const pem = signer.key.publicKey;
  const rows: readonly (readonly [string, () => Promise<GateReply>])[] = [
    ['alg none', () => enter(craftToken({ alg: 'none', kid: 'k1' }, claims))],
    ['alg None, with a signature', () => enter(craftToken({ alg: 'None', kid: 'k1' }, claims, 'AAAA'))],
    ['no alg', () => enter(craftToken({ kid: 'k1' }, claims, 'AAAA'))],
    ['HS256 with the public key as the secret', () => enter(craftHmacToken({ alg: 'HS256', kid: 'k1' }, claims, pem))],
    [
      'HS256 with the key without line breaks',
      () => enter(craftHmacToken({ alg: 'HS256', kid: 'k1' }, claims, pem.replaceAll(/-.*-|\n/g, ''))),
    ],
    [
      'EdDSA in the header, HMAC in the signature',
      () => enter(craftHmacToken({ alg: 'EdDSA', kid: 'k1' }, claims, pem)),
    ],
    ['a signature of another key', () => enter(stranger.sign(start))],
    ['a key in the header', () => enter(stranger.sign(start, {}, { jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } }))],
    ['a key set in the header', () => enter(stranger.sign(start, {}, { jku: 'https://evil.test/keys', kid: 'evil' }))],
    ['the kid of another key', () => enter(signer.sign(start, {}, { kid: 'k2' }))],
    ['the kid of a nonexistent key', () => enter(signer.sign(start, {}, { kid: '../k1' }))],
    ['a kid that is a list', () => enter(signer.sign(start, {}, { kid: ['k1'] as unknown as string }))],
    [
      'a critical extension',
      () =>
        enter(
          signer
            .sign(start, {}, { crit: ['b64'], b64: false })
            .catch(() => craftToken({ alg: 'EdDSA', crit: ['x'] }, claims, 'AAAA')),
        ),
    ],
    [
      'changed claims',
      async () => {
        const [header = '', , signature = ''] = (await signer.sign(start)).split('.');
        return enter(`${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`);
      },
    ],
    ['a wrong host', () => enter(signer.sign(start, { host: 'other.example' }))],
    ['a host that begins with ours', () => enter(signer.sign(start, { host: 'docs.example.evil.test' }))],
    ['no host', () => enter(signer.sign(start, { host: undefined }))],
    ['several hosts', () => enter(signer.sign(start, { host: ['docs.example', 'other.example'] }))],
    ['an expired token', () => enter(signer.sign(start, { exp: seconds(-61) }))],
    ['an exp in ten years', () => enter(signer.sign(start, { exp: seconds(315_360_000) }))],
    ['an exp beyond the clock skew', () => enter(signer.sign(start, { exp: seconds(75) }))],
    ['no exp', () => enter(signer.sign(start, { exp: undefined }))],
    ['an exp in milliseconds', () => enter(signer.sign(start, { exp: start }))],
    ['an exp as text', () => enter(signer.sign(start, { exp: String(seconds(5)) }))],
    ['a token that is valid only in the future', () => enter(signer.sign(start, { nbf: seconds(120) }))],
    ['an expired user', () => enter(signer.sign(start, { expiresAt: seconds(-1) }))],
    ['groups as a string', () => enter(signer.sign(start, { groups: 'admin' }))],
    ['a group with a control character', () => enter(signer.sign(start, { groups: ['staff', 'ad\u0000min'] }))],
    [
      'a replayed token',
      async () => {
        const [gate, token] = [atClock(), await signer.sign(start)];
        assert.equal((await enter(token, gate)).isAdmitted, true);
        return enter(token, gate);
      },
    ],
    [
      'a replayed token that has the other form of its signature',
      async () => {
        const [gate, token] = [atClock(), await ecdsa.sign(start, { jti: undefined })];
        assert.equal((await enter(token, gate)).isAdmitted, true);
        return enter(flipSignature(token), gate);
      },
    ],
    [
      'another token with the same token ID',
      async () => {
        const gate = atClock();
        assert.equal((await enter(signer.sign(start, { jti: 'one' }), gate)).isAdmitted, true);
        return enter(signer.sign(start, { jti: 'one', groups: ['admin'] }), gate);
      },
    ],
    [
      'a token in the query, which logs contain',
      async () =>
        atClock()
          .openBrowser(jwtSite)
          .open(`/login/jwt-callback?token=${await signer.sign(start)}`),
    ],
    [
      'a form on another site',
      async () => {
        const browser = atClock().openBrowser(jwtSite);
        await browser.send(
          '/login/jwt-callback',
          { token: await signer.sign(start) },
          { headers: { origin: 'https://evil.test' } },
        );
        return browser.open('/secret');
      },
    ],
    [
      'a key that was rotated under its ID',
      async () => {
        const [gate, next] = [atClock(), new TokenSigner('k1')];
        const browser = gate.openBrowser(jwtSite);
        await browser.send('/login/jwt-callback', { token: await signer.sign(start) });
        assert.equal((await browser.open('/secret')).isAdmitted, true);
        browser.site = toSite({ ...jwt, keys: [next.key] });
        return browser.open('/secret');
      },
    ],
    [
      'a browser without cookies, which gets a 400 response',
      async () => {
        const browser = atClock().openBrowser(jwtSite);
        browser.keepsCookies = false;
        const form = { token: await signer.sign(start), cookies: '1' };
        const answer = await browser.send('/login/jwt-callback', form);
        assert.equal(answer.status, 400);
        return answer;
      },
    ],
    ['something other than a token', () => enter('<script>alert(1)</script>')],
  ];
  for (const [name, attack] of rows)
    test(`grant no access with ${name}`, async () => {
      const got = await attack();
      assert.equal(got.isAdmitted, false);
      assert.doesNotMatch(got.text, /<script>alert/);
    });
});

/** Returns the other form of a signature: for P-256, (r, s) and (r, n - s) are both valid. */
function flipSignature(token: string): string {
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  const [header, payload, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const flipped = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
  return `${header}.${payload}.${flipped.toString('base64url')}`;
}

test('a sign-in page runs only the script that its policy names, and loads nothing', async () => {
  const page = await atClock().openBrowser(jwtSite).open('/login/jwt-callback?redirect=%2F%22%3E%3Cscript%3E');
  const policy = page.header('content-security-policy') ?? '';
  const script = /<script>(.*)<\/script>/s.exec(page.text)?.[1] ?? '';
  assert.ok(policy.includes(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`));
  assert.match(policy, /^default-src 'none';/);
  assert.equal(page.text.match(/<script>/g)?.length, 1);
});

test('a second tab with the same token continues to its page; another browser gets no session', async () => {
  const gate = atClock();
  const form = { token: await signer.sign(start), redirect: '/secret' };
  const browser = gate.openBrowser(jwtSite);
  for (let tab = 0; tab < 2; tab += 1) {
    const { status, location } = await browser.send('/login/jwt-callback', form);
    assert.deepEqual([status, location], [303, '/secret']);
  }
  const other = gate.openBrowser(jwtSite);
  assert.equal((await other.send('/login/jwt-callback', form)).status, 403);
  assert.equal((await other.open('/secret')).isAdmitted, false);
});
