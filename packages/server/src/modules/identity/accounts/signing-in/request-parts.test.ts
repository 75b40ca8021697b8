import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { readCookie, readSessionToken, toAuthHeaders, withoutSession } from './call-auth.ts';
import { invitationMail, resetMail, signInReplacedMail } from '../email/mails.ts';
import { parseReturnPath } from './parse-return-path.ts';

test('after sign-in, people are redirected only to pages of the dashboard', () => {
  for (const text of [
    'https://evil.example/dashboard/',
    '//evil.example/dashboard/',
    '/\\evil.example/dashboard/',
    '/dashboard/../v1/me',
    '/dashboard/%2e%2e/v1/me',
    '/dashboard/\\..\\..\\x',
    '/dashboard/\t/x',
    '/dashboard/\n',
    '/dashboard',
    '/dashboards/',
    'dashboard/',
    'javascript:alert(1)//dashboard/',
    ' /dashboard/',
  ]) {
    assert.throws(() => parseReturnPath(text), { code: 'invalid_request' }, JSON.stringify(text));
  }
  for (const text of [undefined, '']) assert.equal(parseReturnPath(text), '/dashboard/');
  const page = '/dashboard/projects/proj_1?tab=a%2Fb&next=https://x.example#end';
  assert.equal(parseReturnPath(page), page);
});

test('the library gets a request’s address, agent and cookies, but no host information from the client', () => {
  const request = {
    ip: '198.51.100.7',
    headers: {
      cookie: 'a=b',
      'user-agent': 'x'.repeat(9_000),
      'x-forwarded-for': '203.0.113.1',
      'x-forwarded-host': 'evil.example',
      'x-docwright-address': '203.0.113.2',
      origin: 'https://evil.example',
      authorization: 'Bearer key',
    },
  } as unknown as FastifyRequest;
  assert.deepEqual(Object.fromEntries(toAuthHeaders(request)), {
    cookie: 'a=b',
    'user-agent': 'x'.repeat(500),
    'x-docwright-address': '198.51.100.7',
  });
});

test('a cookie matches only by its whole name, and an unreadable cookie is ignored', () => {
  assert.equal(readCookie('xs=1; s=a%2Fb; s=2', 's'), 'a/b');
  for (const cookies of [undefined, '', 'xs=1', 's', 's=%E0%A4%A']) assert.equal(readCookie(cookies, 's'), undefined);
  assert.equal(withoutSession('a=1; s=2; xs=3;  s=4', 's'), 'a=1; xs=3');
  const lines = ['xs=other.mac', 's=token%2E1.mac; Path=/; HttpOnly'];
  assert.equal(readSessionToken({ cookies: lines }, 's'), 'token');
  for (const line of ['s=; Max-Age=0', 's=.mac', 'ss=token.mac'])
    assert.equal(readSessionToken({ cookies: [line] }, 's'), undefined, line);
});

test('an email’s subject is one line of limited length even if it contains a hostile name', () => {
  const name = `Acme\r\nBcc: all@example.com\u2028${'x'.repeat(500)}`;
  const invited = invitationMail({
    to: 'a@example.com',
    organization: name,
    role: 'viewer',
    link: 'https://docs.example/l',
  });
  assert.match(invited.subject, /^You're invited to Acme Bcc: all@example\.com x+$/);
  assert.ok(invited.subject.length <= 130);
  assert.match(invited.text, /within 7 days:\nhttps:\/\/docs\.example\/l\n/);
  assert.doesNotMatch(signInReplacedMail('a@example.com', name).text, /^Bcc/m);
  assert.match(
    resetMail('a@example.com', 'https://docs.example/r').text,
    /within 60 minutes:\nhttps:\/\/docs\.example\/r\n/,
  );
});
