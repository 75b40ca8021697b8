import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { createJobEngine, type JobEngine } from '../../../platform/job-engine/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { createMailer, type Mailer } from '../../../platform/mail/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { workOnNotificationMails } from './job.ts';
import { defineMailQueue, type MailTicket } from './mail-queue.ts';
import { sendMail, type MailDeps } from './send-mail.ts';
import { mailsOfHour } from './settings.ts';
import type { NotificationTables } from './tables.ts';
import { createTellPeople, type TellPeople } from './tell-people.ts';

interface Received {
  readonly to: readonly string[];
  readonly head: string;
  /** Both parts of the email, decoded. */
  readonly body: string;
}

let database: ModuleDatabase<NotificationTables>;
let server: SMTPServer;
let received: Received[] = [];
/** The server's responses to the next emails, in order; it accepts all further emails. */
let refusals: { readonly at: 'recipient' | 'message'; readonly code: number }[] = [];
let mailer: Mailer;
let engine: JobEngine;
let deps: MailDeps;
let people: TellPeople;
let arrived: () => void = () => undefined;

const refuse = (at: 'recipient' | 'message'): Error | undefined => {
  if (refusals[0]?.at !== at) return undefined;
  const { code } = refusals.shift()!;
  return Object.assign(new Error('not now'), { responseCode: code });
};
const decode = (text: string): string =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();

before(async () => {
  database = await openModuleDatabase<NotificationTables>();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse('recipient')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refusal = refuse('message');
        if (refusal !== undefined) return done(refusal);
        const [head = '', ...body] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, head, body: decode(body.join('\r\n\r\n')) });
        done();
        arrived();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  mailer = await createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Docs <docs@example.com>' });
  const log = createLogger({ level: 'silent' });
  engine = createJobEngine({ url: database.url, pool: database.pool, log, times: { pollMs: 100 } });
  const queue = defineMailQueue(engine);
  await engine.start();
  deps = { database, engine, queue, mailer, baseUrl: 'https://docs.example', log, faultPoint: () => undefined };
  people = createTellPeople({ engine, queue });
});
after(async () => {
  await engine.stop();
  mailer.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await database.close();
});

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);
beforeEach(async () => {
  received = [];
  refusals = [];
  await query('truncate users, projects cascade');
  for (const [id, organization, role, isConfirmed] of [
    ['usr_owner', HOME, 'owner', true],
    ['usr_admin', HOME, 'admin', false],
    ['usr_editor', HOME, 'editor', true],
    ['usr_foreign', OTHER, 'owner', true],
  ]) {
    await query(`insert into users (id, name, email, email_verified) values ($1, $1, $1 || '@example.com', $2)`, [
      id,
      isConfirmed,
    ]);
    await query(`insert into members (organization_id, user_id, role) values ($1, $2, $3)`, [organization, id, role]);
  }
  await insertProject(database, 'proj_a');
});

const fail = (data: object = {}) =>
  database.kysely.transaction().execute((tx) =>
    people.ofEvent(tx, {
      type: 'deployment.failed',
      environment: 'production',
      organizationId: HOME,
      projectId: 'proj_a',
      at: new Date(),
      data: { deploymentId: 'dpl_1', branch: 'main', summary: 'It broke.', ...data },
    }),
  );
const mails = async (): Promise<{ id: number; user_id: string; mail: string | null }[]> =>
  (await query('select id::int, user_id, mail from notifications order by id')).rows;
const ticketOfOwner = async (): Promise<MailTicket> => {
  const row = (await mails()).findLast(({ user_id: id }) => id === 'usr_owner');
  return { userId: 'usr_owner', id: row?.id ?? 0 };
};
const stateOfOwner = async () =>
  (await mails()).filter(({ user_id: id }) => id === 'usr_owner').map(({ mail }) => mail);
const digest: MailTicket = { userId: 'usr_owner', id: null };
const countJobs = async (): Promise<number> =>
  (
    await query(
      `select count(*)::int as n from pgboss.job where name = 'notification-mails' and state = 'created'
       and start_after > now() + interval '50 minutes'`,
    )
  ).rows[0].n;

describe('an email', () => {
  test('is sent only to a confirmed address, as text and HTML, with a link to the right organization', async () => {
    await fail();
    for (const { id, user_id: userId } of await mails()) await sendMail(deps, { userId, id });
    assert.deepEqual(
      received.map(({ to }) => to),
      [['usr_owner@example.com']],
    );
    const [{ head, body }] = received as [Received];
    assert.match(head, /^Subject: Deployment failed: main \(proj_a\)/m);
    assert.match(head, /^Auto-Submitted: auto-generated/m);
    assert.match(body, /It broke\.\s+proj_a, Home/);
    const link = `https://docs.example/dashboard/projects/proj_a/deployments/dpl_1?organization=${HOME}`;
    assert.ok(body.includes(`\n${link}\r\n`) && body.includes(`<a href="${link}">Deployment failed: main</a>`));
    assert.ok(body.includes('tab=notifications&amp;organization='));
    assert.deepEqual(await stateOfOwner(), ['sent']);
  });

  test('contains no headers or markup from other people’s text', async () => {
    await query(`update projects set name = E'P\\r\\nBcc: d@example.com' where id = 'proj_a'`);
    await query(`update organizations set name = 'A & <b>B</b>' where id = $1`, [HOME]);
    await fail({
      branch: `x\r\nBcc: c@example.com\r\n\r\n<script>alert(1)</script>\u0000`,
      summary: `"quoted" <img src=x onerror='alert(1)'> & more`,
    });
    await sendMail(deps, await ticketOfOwner());
    await query(`update organizations set name = 'Home' where id = $1`, [HOME]);
    const [{ to, head, body }] = received as [Received];
    assert.deepEqual(to, ['usr_owner@example.com']);
    assert.doesNotMatch(head, /^Bcc:/im);
    const html = body.slice(body.indexOf('text/html'));
    assert.doesNotMatch(html, /<(?!\/?(p|a)\b)/);
    assert.ok(html.includes('&quot;quoted&quot; &lt;img src=x onerror=&#39;alert(1)&#39;&gt; &amp; more'));
    assert.ok(html.includes('A &amp; &lt;b&gt;B&lt;/b&gt;'));
    assert.ok(!`${head}${body}`.includes('\u0000'));
  });

  test('is retried if the server can’t accept it now, but not if the server refuses it', async () => {
    await fail();
    const ticket = await ticketOfOwner();
    for (const [at, code] of [
      ['recipient', 450],
      ['message', 451],
    ] as const) {
      refusals = [{ at, code }];
      await assert.rejects(sendMail(deps, ticket), String(code));
      assert.deepEqual(await stateOfOwner(), ['waiting'], String(code));
    }
    await sendMail(deps, ticket);
    assert.deepEqual([received.length, await stateOfOwner()], [1, ['sent']]);
    await fail();
    refusals = [{ at: 'recipient', code: 550 }];
    await sendMail(deps, await ticketOfOwner());
    await fail();
    refusals = [{ at: 'message', code: 554 }];
    await sendMail(deps, await ticketOfOwner());
    assert.deepEqual([received.length, await stateOfOwner()], [1, ['sent', 'failed', 'failed']]);
  });

  test('is sent again with the same Message-ID if it was sent but not recorded, but not after it was recorded', async () => {
    await fail();
    const ticket = await ticketOfOwner();
    const dying: Mailer = {
      ...mailer,
      send: async (mail) => {
        await mailer.send(mail);
        throw new Error('killed');
      },
    };
    await assert.rejects(sendMail({ ...deps, mailer: dying }, ticket), /killed/);
    for (let turn = 0; turn < 2; turn += 1) await sendMail(deps, ticket);
    const names = received.map(({ head }) => /^Message-ID: (.*)$/m.exec(head)?.[1]);
    assert.deepEqual([names.length, new Set(names).size], [2, 1]);
    assert.match(names[0] ?? '', /^<notification-\d+@docs\.example>/);
  });

  test('isn’t sent to people who can no longer see the notification, whose address is no longer confirmed, or who left', async () => {
    for (const change of [
      `update members set role = 'viewer' where user_id = 'usr_owner'`,
      `update users set email_verified = false where id = 'usr_owner'`,
      `delete from members where user_id = 'usr_owner'`,
    ]) {
      await database.kysely
        .transaction()
        .execute((tx) =>
          people.ofEndpoint(tx, { organizationId: HOME, endpointId: 'whe_1', address: 'https://x', reason: 'Gone.' }),
        );
      const ticket = await ticketOfOwner();
      await query(change);
      await sendMail(deps, ticket);
      await query(`update members set role = 'owner' where user_id = 'usr_owner'`);
      await query(`update users set email_verified = true where id = 'usr_owner'`);
    }
    assert.equal(received.length, 0);
  });

  test('for people who chose only email isn’t shown in the dashboard', async () => {
    await query(
      `insert into notification_settings (organization_id, user_id, kind, in_app, mail)
       values ($1, 'usr_owner', 'deployment.failed', false, true), ($1, 'usr_admin', 'deployment.failed', false, true)`,
      [HOME],
    );
    await fail();
    const { rows } = await query('select user_id, in_app, mail from notifications');
    assert.deepEqual(rows, [{ user_id: 'usr_owner', in_app: false, mail: 'waiting' }]);
  });
});

describe('many emails', () => {
  test('are limited per hour; the others are combined into one email when there is room', async () => {
    const extra = 3;
    for (let made = 0; made < mailsOfHour + extra; made += 1) await fail({ branch: `b${made}` });
    const before = await countJobs();
    for (const { id, user_id: userId } of await mails()) await sendMail(deps, { userId, id });
    assert.equal(received.length, mailsOfHour);
    assert.equal((await countJobs()) - before, 1, 'the digest is enqueued once');
    await sendMail(deps, digest);
    assert.equal(received.length, mailsOfHour, 'nothing is sent too early');
    await query(`update notification_mailboxes set sent_at = array(
      select at - case when place = 1 then interval '1 hour' else interval '0' end
      from unnest(sent_at) with ordinality as one (at, place))`);
    await sendMail(deps, digest);
    const last = received.at(-1);
    assert.match(last?.head ?? '', /^Subject: 3 more notifications/m);
    for (let made = mailsOfHour; made < mailsOfHour + extra; made += 1)
      assert.ok(last?.body.includes(`Deployment failed: b${made} (proj_a, Home)`));
    await sendMail(deps, digest);
    assert.equal(received.length, mailsOfHour + 1);
    const { rows } = await query('select cardinality(sent_at) as n from notification_mailboxes');
    assert.deepEqual(rows, [{ n: mailsOfHour }]);
  });

  test('are sent by the queue', async () => {
    await workOnNotificationMails(deps);
    const all = Promise.withResolvers<void>();
    arrived = () => received.length === 3 && all.resolve();
    await Promise.all([fail({ branch: 'one' }), fail({ branch: 'two' }), fail({ branch: 'three' })]);
    await all.promise;
    assert.deepEqual(new Set(received.flatMap(({ to }) => to)), new Set(['usr_owner@example.com']));
  });
});
