import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startMailbox, tokenIn, type Mailbox } from '../accounts/start-mailbox.ts';
import { findBarriers } from './find-barriers.ts';
import { owner, signInOwner, startDashboard, type TestDashboard } from './open-dashboard.ts';

let mailbox: Mailbox;
let dashboard: TestDashboard;
let storageState: Awaited<ReturnType<typeof signInOwner>>;

before(async () => {
  mailbox = await startMailbox();
  dashboard = await startDashboard({ smtpUrl: `smtp://${mailbox.host}` });
  storageState = await signInOwner(dashboard);
});
after(async () => {
  await dashboard?.stop();
  await mailbox?.close();
});

test('the first owner confirms their address by email, and then changes it', async () => {
  const { page, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  const form = page.getByRole('region', { name: 'Email address' });
  await page.goto(`${dashboard.url}/account`);
  await form.getByText('Not confirmed').waitFor();
  await form.getByLabel('Your password').fill('wrong');
  await form.getByRole('button', { name: 'Send a link to confirm it' }).click();
  await form.getByText('Incorrect password.').waitFor();
  await form.getByLabel('Your password').fill(owner.password);
  await form.getByRole('button', { name: 'Send a link to confirm it' }).click();
  await form.getByText(`A link was sent to ${owner.email}.`).waitFor();
  assert.deepEqual(await findBarriers(page), []);

  await page.goto(`${dashboard.url}/confirm-email?token=${tokenIn(await mailbox.mailTo(owner.email))}`);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByText(`${owner.email} is confirmed`).waitFor();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await form.getByText('Confirmed', { exact: true }).waitFor();

  await form.getByLabel('Email address').fill('countess@example.com');
  await form.getByLabel('Your password').fill(owner.password);
  await form.getByRole('button', { name: 'Change address' }).click();
  await form.getByText('A link was sent to countess@example.com.').waitFor();
  const link = `${dashboard.url}/confirm-email?token=${tokenIn(await mailbox.mailTo('countess@example.com'))}`;
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByText('countess@example.com is confirmed').waitFor();
  assert.match((await mailbox.mailTo(owner.email)).text, /countess@example\.com/, 'the old address is notified');

  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByText('This link no longer works').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});
