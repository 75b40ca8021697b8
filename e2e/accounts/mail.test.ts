import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { openBrowser, password, setUpOwner, tokenOf, type Browser } from './browser.ts';
import { signInAtProvider, startIdentityProvider } from './identity-provider.ts';
import { startMailbox, tokenIn, type Mailbox, type Received } from './start-mailbox.ts';

describe('mail', () => {
  let mailbox: Mailbox;
  let smtpUrl: string;
  let service: TestService;
  let owner: Browser;
  const email = 'ada@example.com';

  before(async () => {
    mailbox = await startMailbox({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password: given }, _session, done) => {
        if (username === 'docs' && given === 'p@ss') done(null, { user: username });
        else done(new Error('wrong'));
      },
    });
    smtpUrl = `smtp://docs:p%40ss@${mailbox.host}`;
    service = await startTestService({ settings: { smtpUrl, mailFrom: 'Docs <docs@example.com>' } });
    owner = await setUpOwner(service);
  });
  after(async () => {
    await service.stop();
    await mailbox.close();
  });

  const mailTo = (address: string): Promise<Received> => mailbox.mailTo(address);

  test('an invitation is sent, its link works once, and an organization’s name can’t start another header', async () => {
    await owner.request('PATCH', '/v1/organization', { name: 'Docs\r\nBcc: eve@example.com' });
    const made = await owner.request('POST', '/v1/organization/invitations', {
      email: 'Grace@Example.com',
      role: 'editor',
    });
    assert.equal(made.json.mailSent, true);
    assert.equal(made.json.email, 'grace@example.com');
    const mail = await mailTo('grace@example.com');
    assert.match(mail.text, /^From: Docs <docs@example\.com>\r$/m);
    assert.doesNotMatch(mail.text, /^Bcc:/m);
    const token = tokenIn(mail);
    const browser = openBrowser(service);
    const accept = () => browser.request('POST', '/auth/invitation', { token, name: 'Grace', password });
    assert.equal((await accept()).status, 200);
    assert.equal((await accept()).json.code, 'link_unusable');
    assert.equal((await browser.request('GET', '/v1/me')).json.role, 'editor');
    const other = { token: tokenOf(made.json.acceptUrl), name: 'Eve', password };
    assert.equal((await browser.request('POST', '/auth/invitation', other)).json.code, 'link_unusable');
  });

  test('only the link in the email, which isn’t shown to the inviter, verifies an address', async () => {
    const verified = async (address: string) =>
      (await service.api.platform.database.pool.query('select email_verified from users where email = $1', [address]))
        .rows[0]?.email_verified;
    const inviteAgain = (address: string) =>
      owner.request('POST', '/v1/organization/invitations', { email: address, role: 'viewer' });
    for (const [address, isMailed] of [
      ['alan@example.com', true],
      ['eve@example.com', false],
    ] as const) {
      const made = await inviteAgain(address);
      const shown = tokenOf(made.json.acceptUrl);
      const sent = tokenIn(await mailTo(address));
      assert.notEqual(shown, sent);
      const token = isMailed ? sent : shown;
      const browser = openBrowser(service);
      const about = await browser.request('GET', `/auth/invitation?token=${token}`);
      assert.equal(
        about.json.hasAccount,
        isMailed ? false : null,
        'the link shown to the inviter doesn’t reveal whether an account exists',
      );
      assert.equal((await browser.request('POST', '/auth/invitation', { token, name: '', password })).status, 200);
      assert.equal(await verified(address), isMailed, address);
    }
    // A reset link is also mailed only to the address itself.
    await openBrowser(service).request('POST', '/auth/password/forgot', { email: 'eve@example.com' });
    const reset = await until(
      () => mailTo('eve@example.com'),
      ({ text }) => text.includes('/reset?'),
    );
    const body = { token: tokenIn(reset), newPassword: 'seven slow ferries' };
    assert.equal((await openBrowser(service).request('POST', '/auth/password/reset', body)).status, 204);
    assert.equal(await verified('eve@example.com'), true);
  });

  test('a lost password is reset with a link that works once; the reset ends the session', async () => {
    const stranger = openBrowser(service);
    assert.equal((await stranger.request('POST', '/auth/password/forgot', { email })).status, 202);
    const token = tokenIn(await mailTo(email));
    assert.ok(token.length >= 20);
    const { rows } = await service.api.platform.database.pool.query('select v::text as row from verifications v');
    assert.ok(
      rows.every(({ row }: { row: string }) => !row.includes(token)),
      'no row contains the link',
    );
    const reset = (newPassword: string) =>
      openBrowser(service).request('POST', '/auth/password/reset', { token, newPassword });
    assert.equal((await reset('password1234')).json.code, 'weak_password');
    assert.equal((await reset('thirteen quiet bridges')).status, 204);
    assert.equal((await reset('another quiet bridge')).json.code, 'link_unusable');
    assert.equal((await owner.request('GET', '/v1/me')).json.code, 'session_expired');
    const old = await openBrowser(service).request('POST', '/auth/sign-in', { email, password });
    assert.equal(old.status, 401);
    owner = openBrowser(service);
    const fresh = await owner.request('POST', '/auth/sign-in', { email, password: 'thirteen quiet bridges' });
    assert.equal(fresh.status, 200);
  });

  test('for an unknown address, no email is sent but the response is the same; repeated requests are limited', async () => {
    const sent = mailbox.received.length;
    const ask = () => openBrowser(service).request('POST', '/auth/password/forgot', { email: 'nobody@example.com' });
    const answers = [await ask(), await ask(), await ask(), await ask()];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202, 202, 429],
    );
    const known = await openBrowser(service).request('POST', '/auth/password/forgot', { email });
    assert.deepEqual(known.json, answers[0]!.json);
    await mailTo(email);
    assert.equal(mailbox.received.slice(sent).filter(({ to }) => to.includes('nobody@example.com')).length, 0);
  });

  test('a user whose password is removed by a sign-in at the provider is notified by email', async () => {
    const provider = await startIdentityProvider();
    const linked = await startTestService({
      settings: {
        smtpUrl,
        oidcIssuer: provider.issuer,
        oidcClientId: provider.clientId,
        oidcClientSecret: provider.clientSecret,
        oidcName: 'Example Login',
      },
    });
    try {
      provider.allowRedirect(`${linked.baseUrl}/auth/callback/oidc`);
      const address = 'first@example.com';
      await setUpOwner(linked, address);
      provider.claims = { sub: 'first', email: address, email_verified: true };
      await signInAtProvider(linked.baseUrl, provider.issuer, openBrowser(linked));
      const mail = await mailTo(address);
      assert.match(mail.text, /^Subject: How you sign in has changed\r$/m);
      assert.match(mail.text, /sign in with Example Login/);
    } finally {
      await linked.stop();
      await provider.stop();
    }
  });

  test('an invitation is still created if the mail server can’t be reached', async () => {
    const broken = await startTestService({ settings: { smtpUrl: 'smtp://127.0.0.1:9' } });
    try {
      const boss = await setUpOwner(broken);
      const made = await boss.request('POST', '/v1/organization/invitations', {
        email: 'x@example.com',
        role: 'viewer',
      });
      assert.deepEqual([made.status, made.json.mailSent], [201, false]);
    } finally {
      await broken.stop();
    }
  });
});
