import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLogger } from '../../../platform/log/index.ts';
import { findMissing, makeCertificate, type TestCertificate } from '../../../testing/make-certificate.ts';
import { CertificateContexts, type KeyAndChain } from './certificate-contexts.ts';
import { WatchedCertificate } from './certificate-files.ts';

const client = '203.0.113.7';
const log = createLogger({ level: 'silent' });

describe('an edge’s certificates', { skip: findMissing('openssl') }, () => {
  let folder = '';
  let one: TestCertificate;
  let other: TestCertificate;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-certificates-'));
    one = makeCertificate(folder, 'one', 'DNS:*.sites.example');
    other = makeCertificate(folder, 'other', 'DNS:*.sites.example');
  });
  after(() => rm(folder, { recursive: true }));

  test('changed files are read again, and the previous pair stays in use if the new one is invalid', async () => {
    const files = { certificate: join(folder, 'used.crt'), key: join(folder, 'used.key') };
    await copyFile(one.certificateFile, files.certificate);
    await copyFile(one.keyFile, files.key);
    const watched = await WatchedCertificate.open(files, log);
    const first = watched.context;
    assert.ok(first);
    await watched.look();
    assert.equal(watched.context, first, 'unchanged files keep the same context');
    await copyFile(other.certificateFile, files.certificate);
    await watched.look();
    assert.equal(watched.context, first, 'the new key is not in its file yet');
    await copyFile(other.keyFile, files.key);
    await watched.look();
    assert.notEqual(watched.context, first);
    const second = watched.context;
    for (const damage of [() => writeFile(files.key, 'no key'), () => rm(files.key)]) {
      await damage();
      await watched.look();
      assert.equal(watched.context, second);
    }
    watched.close();
    await assert.rejects(
      WatchedCertificate.open(files, log),
      /used\.crt with the key .*used\.key can't be used: ENOENT/,
    );
  });

  const open = (find: (domain: string) => Promise<KeyAndChain | undefined>) => {
    const state = { nowMs: 0, asked: [] as string[] };
    const contexts = new CertificateContexts({
      find: (domain) => {
        state.asked.push(domain);
        return find(domain);
      },
      nowMs: () => state.nowMs,
      log,
    });
    return { state, contexts };
  };

  test('concurrent handshakes with different spellings of a name look it up once, and again after a minute', async () => {
    const { state, contexts } = open(async () => one);
    const names = ['docs.example.com', 'DOCS.example.com', 'docs.example.com.'];
    const found = await Promise.all(names.map((name) => contexts.get(name, client)));
    assert.ok(found[0]);
    assert.ok(found.every((context) => context === found[0]));
    state.nowMs = 59_999;
    await contexts.get('docs.example.com', client);
    assert.deepEqual(state.asked, ['docs.example.com']);
    state.nowMs = 60_000;
    assert.equal(await contexts.get('docs.example.com', client), found[0], 'no handshake waits for the second lookup');
    assert.equal(state.asked.length, 2);
  });

  test('a known certificate is used while the database is unavailable', async () => {
    let isAway = false;
    const { state, contexts } = open(async () => {
      if (isAway) throw new Error('away');
      return one;
    });
    const known = await contexts.get('docs.example.com', client);
    isAway = true;
    state.nowMs = 3_600_000;
    assert.equal(await contexts.get('docs.example.com', client), known);
    await assert.rejects(contexts.get('other.example.com', client), /away/);
  });

  test('names without a certificate need a limited number of lookups, and a new certificate is found a second later', async () => {
    let certificate: KeyAndChain | undefined;
    const { state, contexts } = open(async () => certificate);
    const names = Array.from({ length: 150 }, (_, n) => `made-up-${n}.example.net`);
    const looked = await Promise.allSettled(names.map((name, n) => contexts.get(name, `client ${n}`)));
    assert.equal(looked.filter(({ status }) => status === 'fulfilled').length, 100);
    assert.equal(state.asked.length, 100);
    assert.equal(await contexts.get(names[0] ?? '', client), undefined);
    assert.equal(state.asked.length, 100);
    certificate = one;
    state.nowMs = 1_000;
    assert.ok(await contexts.get(names[0] ?? '', client));
  });

  test('one client’s handshakes with made-up names don’t block another client’s handshake', async () => {
    const { state, contexts } = open(async (domain) => (domain === 'docs.example.com' ? one : undefined));
    const names = Array.from({ length: 300 }, (_, n) => `made-up-${n}.example.net`);
    await Promise.allSettled(names.map((name) => contexts.get(name, 'stranger')));
    assert.equal(state.asked.length, 50);
    await assert.rejects(contexts.get('docs.example.com', 'stranger'), { name: 'LookupLimitReached' });
    assert.ok(await contexts.get('docs.example.com', client));
  });
});
