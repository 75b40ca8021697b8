import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { FairSlots } from '@docwright/site-server';
import { openAccountService, password } from '../testing/account-service.ts';
import { PasswordHasher } from './password-hasher.ts';

/** A hash that matches no password; each check takes some milliseconds. */
const hash = `$argon2id$v=19$m=4096,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

test('200 concurrent sign-ins don’t delay reading a file, and those that don’t fit in the queue get 429', async () => {
  const passwords = new PasswordHasher();
  let ended = 0;
  const refusals: unknown[] = [];
  const checks = Array.from({ length: 200 }, (_, n) =>
    passwords
      .as([`network ${n}`], () => passwords.verify({ hash, password }))
      .then(() => (ended += 1))
      .catch((error: unknown) => refusals.push(error)),
  );
  await readFile(import.meta.filename);
  assert.ok(ended < 50, `${ended} of the checks had ended before the file was read`);
  await Promise.all(checks);
  assert.deepEqual([ended, refusals.length], [102, 98]);
  const [refusal] = refusals as { readonly code: string; readonly headers: Readonly<Record<string, string>> }[];
  assert.deepEqual([refusal?.code, refusal?.headers['retry-after']], ['too_many_attempts', '5']);
});

test('one client fills at most half of the queue, and another client’s password is still checked', async () => {
  const passwords = new PasswordHasher();
  const check = (owner: string) => passwords.as([owner], () => passwords.verify({ hash, password }));
  const asked = Array.from({ length: 200 }, () => check('stranger'));
  asked.push(check('reader'));
  const results = await Promise.allSettled(asked);
  assert.equal(results.at(-1)?.status, 'fulfilled');
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 200 - 51);
});

test('a sign-in without a slot gets 429 with Retry-After, even though the library hashes its password', async () => {
  const slots = new FairSlots(1, 0);
  const service = await openAccountService({}, undefined, new PasswordHasher(slots));
  try {
    await service.setUpOwner('ada@example.com');
    const signIn = () => service.openBrowser().request('POST', '/auth/sign-in', { email: 'ada@example.com', password });
    assert.equal(slots.tryEnter(['another client']), true);
    const { status, headers } = await signIn();
    assert.deepEqual([status, headers.get('retry-after')], [429, '5']);
    slots.leave(['another client']);
    assert.equal((await signIn()).status, 200);
  } finally {
    await service.close();
  }
});
