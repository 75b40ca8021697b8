import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProxyAccess, SessionRules } from '../site-access.ts';
import { openGate, rules, toSite, type Asked } from '../testing/test-gate.ts';

const access: ProxyAccess & SessionRules = {
  mode: 'proxy',
  ...rules,
  addresses: ['10.0.0.0/24', '2001:db8::5', 'loopback', 'not an address', '10.9.9.9/99'],
  userHeader: 'X-Forwarded-User',
  groupsHeader: 'X-Forwarded-Groups',
  nameHeader: 'X-Forwarded-Name',
  emailHeader: 'X-Forwarded-Email',
  proof: { kind: 'secret', header: 'X-Proxy-Secret', secret: 'correct horse' },
};
const good = {
  'x-proxy-secret': 'correct horse',
  'x-forwarded-user': 'ada',
  'x-forwarded-groups': 'staff, "quoted", ,staff',
  'x-forwarded-email': 'ada@example.com',
};
const ask = (
  headers: Asked['headers'],
  peer: Asked['peer'] = { address: '10.0.0.7' },
  changed: Partial<ProxyAccess> = {},
) =>
  openGate()
    .openBrowser(toSite({ ...access, ...changed }))
    .ask('/', { headers: headers ?? {}, peer: peer ?? {} });

test('a trusted proxy names the reader and their comma-separated groups', async () => {
  const { reader } = await ask(good);
  assert.deepEqual(reader, {
    subject: 'ada',
    groups: ['staff', '"quoted"'],
    name: undefined,
    email: 'ada@example.com',
  });
  for (const address of ['10.0.0.255', '2001:db8::5', '127.0.0.1', '::1', '::ffff:10.0.0.7'])
    assert.equal((await ask(good, { address })).isAdmitted, true, address);
  const name = Buffer.from('Žofie').toString('latin1');
  assert.equal((await ask({ ...good, 'x-forwarded-name': name })).reader?.name, 'Žofie');
});

test('headers that are invalid, or come from another address or without proof, grant no access', async () => {
  for (const address of ['10.0.1.7', '10.9.9.9', '192.0.2.1', '2001:db8::6', '', 'loopback'])
    assert.equal((await ask(good, { address })).status, 401, address);
  for (const changes of [
    { 'x-proxy-secret': 'correct hors' },
    { 'x-proxy-secret': '' },
    { 'x-proxy-secret': ['correct horse', 'correct horse'] },
    { 'x-forwarded-user': '' },
    { 'x-forwarded-user': ['eve', 'ada'] },
    { 'x-forwarded-groups': 'staff,ad\u0000min' },
    { 'x-forwarded-groups': 'g'.repeat(201) },
  ])
    assert.equal((await ask({ ...good, ...changes })).status, 401, JSON.stringify(changes));
  // Ambiguous groups grant no access, and the reader may be in an excluded group.
  const twice = await ask({ ...good, 'x-forwarded-groups': ['staff', 'admin'] });
  assert.deepEqual([twice.reader?.groups, twice.reader?.hasOtherGroups], [[], true]);
  const none = await ask({ ...good, 'x-forwarded-groups': '' });
  assert.deepEqual([none.reader?.groups, none.reader?.hasOtherGroups], [[], undefined]);
});

test('an empty secret is not accepted as proof', async () => {
  const proof = { kind: 'secret', header: 'X-Proxy-Secret', secret: '' } as const;
  assert.equal((await ask({ ...good, 'x-proxy-secret': '' }, { address: '10.0.0.7' }, { proof })).status, 401);
});

test('with mTLS, only the named certificate identifies the proxy', async () => {
  const proof = { kind: 'mtls', subject: 'CN=proxy,O=Example' } as const;
  const from = (certificateSubject: string | undefined) =>
    ask(good, { address: '10.0.0.7', certificateSubject }, { proof });
  assert.equal((await from('CN=proxy,O=Example')).isAdmitted, true);
  for (const subject of [undefined, '', 'CN=proxy', 'CN=proxy,O=Example,OU=x'])
    assert.equal((await from(subject)).status, 401, subject);
});
