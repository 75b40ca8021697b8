import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME } from '../../../testing/module-database.ts';
import { PasswordHasher } from '../../identity/accounts/index.ts';
import { listReaderPasswords } from './password-store.ts';
import { deleteOldAccessRows, endReaderSession, recordReaderSession } from './reader-sessions.ts';
import { countSessions } from './session-store.ts';
import { selectSiteAccess } from './select-site-access.ts';
import { openAccess, type TestAccess, type TestSite } from './testing/open-access.ts';

let access: TestAccess;
let site: TestSite;
before(async () => {
  access = await openAccess();
});
after(() => access.close());
beforeEach(async () => {
  site = await access.addSite();
  // The first request to the site creates it.
  await site.request('GET');
});
const db = () => access.service.database.kysely;
const password = (label: string, body?: unknown) =>
  site.request('PUT', `/passwords/${encodeURIComponent(label)}`, body === undefined ? {} : { body });
const served = (mode: 'password' | 'jwt') =>
  selectSiteAccess(
    { db: db(), secretBox: access.secretBox },
    { projectId: site.projectId, organizationId: HOME, mode, signIn: 'required' },
  );

describe('a reader password', () => {
  test('is generated if omitted, appears in that response but not in the settings, and is stored as a hash', async () => {
    const { status, json } = await password('Press');
    assert.equal(status, 200);
    assert.match(json.password, /^([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/);
    const [stored] = await listReaderPasswords(db(), site.projectId);
    assert.ok(stored !== undefined && stored.label === 'Press');
    assert.equal(await new PasswordHasher().verify({ hash: stored.hash, password: json.password }), true);
    const shown = await site.request('GET');
    assert.deepEqual(shown.json.passwords, [{ label: 'Press', updatedAt: json.updatedAt }]);
    assert.ok(!shown.text.includes(json.password) && !shown.text.includes(stored.hash));
  });

  test('is not returned if it was specified, and is refused if it is too short, too long, common or the project’s name', async () => {
    assert.equal((await password('Press', { password: 'nine violet otters' })).json.password, null);
    for (const bad of [
      'short',
      'password123',
      site.projectId + site.projectId,
      'x'.repeat(257),
      '',
      7,
      'a\u0000'.repeat(9),
    ])
      assert.equal((await password('Bad', { password: bad })).status, 400, String(bad).slice(0, 20));
    assert.equal((await listReaderPasswords(db(), site.projectId)).length, 1);
  });

  test('ends only its own sessions when it is replaced or deleted', async () => {
    const idOf = async (label: string) =>
      (await listReaderPasswords(db(), site.projectId)).find((one) => one.label === label)?.id;
    await password('Press');
    await password('Legal');
    const [press, legal] = [await idOf('Press'), await idOf('Legal')];
    for (const credentialId of [press, press, legal]) await signIn({ credentialId });
    assert.equal((await site.request('GET')).json.sessions, 3);
    await password('Press');
    assert.notEqual(await idOf('Press'), press);
    const now = await served('password');
    assert.ok(now.mode === 'password');
    assert.deepEqual(new Set(now.passwordIds), new Set([await idOf('Press'), legal]));
    assert.equal((await site.request('GET')).json.sessions, 1);
    assert.equal((await site.request('DELETE', '/passwords/Legal')).status, 204);
    assert.equal((await site.request('GET')).json.sessions, 0);
    const again = await site.request('DELETE', '/passwords/Legal');
    assert.deepEqual([again.status, again.json.code], [404, 'not_found']);
    assert.deepEqual(await site.audit(), [
      'reader_password.created label="Press"',
      'reader_password.created label="Legal"',
      'reader_password.rotated label="Press"',
      'reader_password.deleted label="Legal"',
    ]);
  });

  test('has a label of at most 100 characters of any script, without NUL', async () => {
    const body = { password: 'nine violet otters' };
    for (const label of ['Ünïcode — 日本', '../../etc', "a'; drop table sites; --", '%2e%2e'])
      assert.equal((await password(label, body)).status, 200, label);
    for (const label of ['   ', 'x'.repeat(101), 'a\u0000b'])
      assert.equal((await password(label, body)).status, 404, JSON.stringify(label));
  });

  test('is refused beyond twenty, even for concurrent requests, but one of the twenty can still be replaced', async () => {
    for (let n = 0; n < 19; n += 1)
      await access.service.database.pool.query(
        `insert into site_reader_passwords (id, project_id, label, hash) values ($1, $2, $1, 'x')`,
        [`${site.projectId}_${n}`, site.projectId],
      );
    const both = await Promise.all(['one', 'two'].map((label) => password(label)));
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]));
    const refused = both.find(({ status }) => status === 409);
    assert.equal(refused?.json.code, 'reader_password_limit');
    assert.match(refused.json.error, /20 reader passwords/);
    assert.equal((await password(`${site.projectId}_7`)).status, 200);
  });
});

describe('a key for readers’ tokens', () => {
  const create = (body: unknown = {}) => site.request('POST', '/keys', { body });
  const pemOf = (pair: { readonly publicKey: ReturnType<typeof createPublicKey> }): string =>
    pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();

  test('is a pair that signs and verifies, and the private key isn’t shown again or stored', async () => {
    for (const algorithm of ['EdDSA', 'ES256'] as const) {
      const { status, json } = await create({ algorithm });
      assert.deepEqual([status, json.algorithm], [201, algorithm]);
      const digest = algorithm === 'EdDSA' ? null : 'sha256';
      const signature = sign(digest, Buffer.from('x'), createPrivateKey(json.privateKey));
      assert.ok(verify(digest, Buffer.from('x'), createPublicKey(json.publicKey), signature));
      const shown = await site.request('GET');
      assert.ok(!shown.text.includes('PRIVATE'));
      const { rows } = await access.service.database.pool.query(
        'select to_jsonb(k)::text as text from site_reader_keys k',
      );
      assert.ok(rows.every(({ text }) => !text.includes('PRIVATE')));
    }
    const now = await served('jwt').catch(() => undefined);
    assert.equal(now, undefined, 'a site without a login page lets nobody in');
    assert.equal((await create({})).json.algorithm, 'EdDSA');
  });

  test('can be a registered public key, with its own ID', async () => {
    const ed = generateKeyPairSync('ed25519');
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const first = await create({ id: 'login-2026', publicKey: pemOf(ed) });
    assert.deepEqual(
      [first.status, first.json.id, first.json.algorithm, first.json.privateKey],
      [201, 'login-2026', 'EdDSA', null],
    );
    assert.equal((await create({ publicKey: pemOf(ec), algorithm: 'ES256' })).json.algorithm, 'ES256');
    const twice = await create({ id: 'login-2026', publicKey: pemOf(ed) });
    assert.deepEqual([twice.status, twice.json.code], [409, 'reader_key_taken']);
    await site.put({ mode: 'jwt', jwt: { loginUrl: 'https://app.example.com/login' } });
    const now = await served('jwt');
    assert.ok(now.mode === 'jwt');
    assert.deepEqual(now.keys.map(({ id, algorithm }) => `${id} ${algorithm}`)[0], 'login-2026 EdDSA');
  });

  test('is refused with the reason if it is private, damaged, of another kind or for another algorithm', async () => {
    const ed = generateKeyPairSync('ed25519');
    const privatePem = ed.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const [body, message] of [
      [{ publicKey: privatePem }, /is a private key\. Never send a private key/],
      [{ publicKey: 'ssh-ed25519 AAAA' }, /is text without a public key.*PEM/],
      [{ publicKey: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' }, /a damaged public key/],
      [{ publicKey: pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 })) }, /a key of type rsa.*Ed25519/],
      [{ publicKey: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-384' })) }, /curve secp384r1/],
      [{ publicKey: pemOf(ed), algorithm: 'ES256' }, /"ES256", but the public key is for EdDSA/],
      [{ algorithm: 'HS256' }, /algorithm/],
      [{ id: 'a b' }, /id/],
      [{ id: 'x'.repeat(101) }, /id/],
      [{ publicKey: 'x'.repeat(5_001) }, /publicKey/],
    ] as const) {
      const { status, json } = await create(body);
      assert.equal(status, 400, JSON.stringify(json));
      assert.match(json.error, message);
      assert.ok(!JSON.stringify(json).includes(privatePem.split('\n')[1] ?? '!'));
    }
  });

  test('is refused beyond ten, even for concurrent requests', async () => {
    for (let n = 0; n < 9; n += 1) await create();
    const both = await Promise.all([create(), create()]);
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([201, 409]));
    assert.equal(both.find(({ status }) => status === 409)?.json.code, 'reader_key_limit');
  });

  test('ends its sessions when it is deleted', async () => {
    const { json } = await create();
    await signIn({ credentialId: json.id });
    await signIn({ credentialId: 'another' });
    assert.equal((await site.request('DELETE', `/keys/${json.id as string}`)).status, 204);
    assert.equal((await site.request('GET')).json.sessions, 1);
    assert.equal((await site.request('DELETE', `/keys/${json.id as string}`)).status, 404);
    assert.equal((await site.audit()).at(-1), `reader_key.deleted keyId="${json.id as string}"`);
  });
});

describe('readers’ sessions', () => {
  test('are counted until they end, once for each ID, and stored without the subject', async () => {
    const id = await signIn({ subject: 'ada@example.com' });
    await signIn({ id, subject: 'ada@example.com' });
    await signIn({ seconds: -1 });
    assert.equal((await site.request('GET')).json.sessions, 1);
    const { rows } = await access.service.database.pool.query(
      'select to_jsonb(s)::text as text from reader_sessions s',
    );
    assert.ok(rows.every(({ text }) => !text.includes('ada')));
    await endReaderSession(db(), { projectId: 'proj_elsewhere', id });
    assert.equal(await countSessions(db(), site.projectId), 1);
    await endReaderSession(db(), { projectId: site.projectId, id });
    assert.equal(await countSessions(db(), site.projectId), 0);
  });

  test('all end when everyone is signed out, even without settings', async () => {
    await signIn({});
    await signIn({});
    const { status, json } = await site.request('POST', '/sign-out-everyone');
    assert.deepEqual([status, json.sessions], [200, 2]);
    const shown = (await site.request('GET')).json;
    assert.deepEqual([shown.sessions, shown.signedOutAt, shown.sessionSeconds], [0, json.signedOutAt, 604_800]);
    assert.equal((await served('password')).sessionEpoch, 1);
    // A session of the previous epoch that an edge records later.
    await signIn({ epoch: 0 });
    assert.equal((await site.request('GET')).json.sessions, 0);
    assert.equal((await site.request('POST', '/sign-out-everyone')).json.sessions, 0);
    assert.equal((await served('password')).sessionEpoch, 2);
    assert.deepEqual(await site.audit(), [
      'site_access.signed_out_everyone sessions=2',
      'site_access.signed_out_everyone sessions=0',
    ]);
  });

  test('continue when all tokens are revoked; signing out everyone also ends tokens', async () => {
    await signIn({});
    const { rows } = await access.service.database.pool.query<{ id: string }>(
      `select id from site_environments where project_id = $1 and kind = 'production'`,
      [site.projectId],
    );
    const environmentId = rows[0]?.id ?? '';
    const add = (): number => access.tokens.push({ environmentId, createdAt: new Date() });
    add();
    add();
    const shown = async (): Promise<unknown> => (await site.request('GET')).json.readerTokens;
    assert.equal(await shown(), 2);
    const { status, json } = await site.request('POST', '/revoke-reader-tokens');
    assert.deepEqual([status, json], [200, { readerTokens: 2 }]);
    assert.deepEqual([await shown(), (await site.request('GET')).json.sessions], [0, 1]);
    assert.equal((await site.audit()).at(-1), 'site_access.reader_tokens_revoked readerTokens=2');
    add();
    await site.request('POST', '/sign-out-everyone');
    assert.equal(await shown(), 0);
  });

  test('are deleted by the upkeep after they expire', async () => {
    await signIn({});
    await signIn({ seconds: -1 });
    await deleteOldAccessRows(db());
    const { rowCount } = await access.service.database.pool.query('select from reader_sessions where project_id = $1', [
      site.projectId,
    ]);
    assert.equal(rowCount, 1);
  });
});

let sessions = 0;
async function signIn(fields: {
  readonly id?: string;
  readonly subject?: string;
  readonly credentialId?: string | undefined;
  readonly epoch?: number;
  readonly seconds?: number;
}): Promise<string> {
  sessions += 1;
  const { id = `rs_${sessions}`, subject = `user ${sessions}`, credentialId, epoch = 0, seconds = 60 } = fields;
  const expiresAt = new Date(Date.now() + seconds * 1_000);
  await recordReaderSession(db(), { id, projectId: site.projectId, subject, credentialId, epoch, expiresAt });
  return id;
}
