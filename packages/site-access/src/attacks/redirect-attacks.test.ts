import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toReturnPath } from '../gate/return-path.ts';
import { openGate, rules, toSite } from '../testing/test-gate.ts';
import { TokenSigner } from '../testing/token-signer.ts';

const signer = new TokenSigner('k1');
const loginUrl = 'https://login.example/docs?tenant=1';
const jwtSite = toSite({ mode: 'jwt', signIn: 'required', ...rules, loginUrl, keys: [signer.key] });
const password = toSite({ mode: 'password', passwordIds: ['p1'], ...rules });

test('known forms of open redirect don’t leave the site', async () => {
  const forms = [
    'https://evil.test/',
    'http://evil.test',
    '//evil.test/',
    '///evil.test/',
    '////evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\u0000//evil.test',
    ' //evil.test',
    'https:evil.test',
    'https:/evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '/.//evil.test',
    '/..//evil.test',
    '/%2e//evil.test/..//evil.test',
    '//docs.example@evil.test/',
    'https://docs.example.evil.test/',
    '//evil.test\\@docs.example',
    '?redirect=//evil.test',
    'ftp://evil.test',
    '/\u2028/evil.test',
  ];
  const gate = openGate();
  gate.passwords.set('p1', 'meadow');
  for (const form of forms) {
    const targets = [toReturnPath(form)];
    const browser = gate.openBrowser(password);
    targets.push((await browser.send('/login', { password: 'meadow', redirect: form })).location);
    targets.push((await browser.open(`/login?${new URLSearchParams({ redirect: form }).toString()}`)).location);
    const byToken = gate.openBrowser(jwtSite);
    const token = await signer.sign(gate.nowMs);
    targets.push((await byToken.send('/login/jwt-callback', { token, redirect: form })).location);
    for (const target of targets) {
      assert.match(target, /^\/(?![/\\])/, JSON.stringify(form));
      assert.equal(new URL(target, 'https://docs.example/a').host, 'docs.example', JSON.stringify(form));
    }
    const location = new URL((await gate.openBrowser(jwtSite).open(form.startsWith('/') ? form : `/${form}`)).location);
    assert.equal(location.origin, 'https://login.example');
    assert.match(location.searchParams.get('redirect') ?? '', /^\/(?![/\\])/);
  }
});
