import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createBundleWriter, featuresByKind } from '@docwright/bundle';
import { runCommand, runJson } from '../../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-bundle-'));
const at = (name: string): string => join(folder, name);
const modeOf = (name: string): number => statSync(at(name)).mode & 0o777;
const run = (...args: string[]) => runJson(['bundle', ...args], { cwd: folder });
after(() => rmSync(folder, { recursive: true }));

let unsigned = Buffer.alloc(0);

before(async () => {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(Uint8Array.from(chunk)) });
  await writer.add({ path: 'index.html', bytes: '<h1>Hello</h1>' });
  await writer.finish({
    generator: 'test',
    deploymentKind: 'cloud',
    version: 'v7',
    commit: 'c0ffee',
    createdFrom: { repository: '', branch: 'main', directory: '', domain: 'docs.example.com' },
    basePath: '',
    features: featuresByKind({}),
    redirects: [],
  });
  unsigned = Buffer.concat(chunks);
  for (const name of ['ours', 'theirs']) assert.equal((await run('keygen', name)).code, 0);
});

test('only its owner can read a private key, even if it replaces a file that everyone could read', async () => {
  assert.equal(modeOf('ours.key'), 0o600);
  writeFileSync(at('open.key'), 'old');
  chmodSync(at('open.key'), 0o644);
  assert.equal((await run('keygen', 'open', '--force')).code, 0);
  assert.equal(modeOf('open.key'), 0o600);
});

test('an existing key is not replaced without --force, even if only one of its two files exists', async () => {
  const before = readFileSync(at('theirs.key'), 'utf8');
  const refused = await run('keygen', 'theirs');
  assert.deepEqual([refused.code, refused.json['code']], [6, 'file_exists']);
  assert.equal(readFileSync(at('theirs.key'), 'utf8'), before);
  writeFileSync(at('half.pub'), 'x');
  assert.equal((await run('keygen', 'half')).code, 6);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('half') || name.endsWith('.part')),
    ['half.pub'],
  );
});

test('the fingerprint equals that of openssl', async () => {
  const made = await run('keygen', 'printed');
  const der = spawnSync('openssl', ['pkey', '-pubin', '-in', at('printed.pub'), '-outform', 'DER']);
  const digest = spawnSync('openssl', ['dgst', '-sha256', '-r'], { input: der.stdout }).stdout.toString();
  assert.equal(digest.split(' ')[0], made.json['fingerprint']);
});

test('verifying a signed bundle prints its digest and the signer’s fingerprint', async () => {
  writeFileSync(at('site.tar.gz'), unsigned);
  const signed = await run('sign', 'site.tar.gz', '--key', 'ours.key');
  assert.equal(signed.code, 0, JSON.stringify(signed.json));
  const sha256 = String(signed.json['sha256']);
  const found = await run('verify', 'site.tar.gz', '--key', 'theirs.pub', '--key', 'ours.pub', '--sha256', sha256);
  assert.equal(found.code, 0);
  assert.equal(found.json['signedBy'], signed.json['signedBy']);
  assert.equal(found.json['version'], 'v7');
  const reported = await runCommand(['bundle', 'verify', 'site.tar.gz', '--key', 'ours.pub'], { cwd: folder });
  assert.match(reported.stdout, new RegExp(`sha256 ${sha256}\nSigned by ${String(signed.json['signedBy'])}\n$`));
  assert.equal((await run('sign', 'site.tar.gz', '--key', 'ours.key')).json['sha256'], sha256);
});

test('the key can come from the environment variable that the service uses', async () => {
  writeFileSync(at('site.tar.gz'), unsigned);
  const env = { DOCWRIGHT_BUNDLE_SIGNING_KEY: readFileSync(at('ours.key'), 'utf8') };
  assert.equal((await runJson(['bundle', 'sign', 'site.tar.gz'], { cwd: folder, env })).code, 0);
  assert.equal((await run('verify', 'site.tar.gz', '--key', 'ours.pub')).code, 0);
});

test('verifying a bundle that a deployment would reject exits with 1 and the reason’s code', async () => {
  writeFileSync(at('site.tar.gz'), unsigned);
  const verify = async (...args: string[]) => {
    const { code, json } = await run('verify', 'site.tar.gz', ...args);
    return [code, json['code']];
  };
  assert.deepEqual(await verify('--key', 'ours.pub'), [1, 'signature-missing']);
  assert.deepEqual(await verify('--sha256', '0'.repeat(64)), [1, 'digest-mismatch']);
  await run('sign', 'site.tar.gz', '--key', 'theirs.key');
  assert.deepEqual(await verify('--key', 'ours.pub'), [1, 'signature-invalid']);
  writeFileSync(at('site.tar.gz'), unsigned.subarray(0, -1));
  assert.deepEqual(await verify(), [1, 'archive-truncated']);
});

test('without a key, an intact bundle is accepted, and the skipped signature check is reported', async () => {
  writeFileSync(at('site.tar.gz'), unsigned);
  const verify = async () => (await runCommand(['bundle', 'verify', 'site.tar.gz'], { cwd: folder })).stdout;
  assert.match(await verify(), /Not signed\.\n$/);
  await run('sign', 'site.tar.gz', '--key', 'ours.key');
  assert.match(await verify(), /the signature was not checked/);
});

test("another key's signature and an existing output file are replaced only with --force", async () => {
  writeFileSync(at('site.tar.gz'), unsigned);
  await run('sign', 'site.tar.gz', '--key', 'theirs.key');
  const refused = await run('sign', 'site.tar.gz', '--key', 'ours.key');
  assert.deepEqual([refused.code, refused.json['code']], [6, 'signed_by_another']);
  writeFileSync(at('taken.tar.gz'), 'mine');
  const taken = await run('sign', 'site.tar.gz', '--key', 'theirs.key', '--out', 'taken.tar.gz');
  assert.deepEqual([taken.code, readFileSync(at('taken.tar.gz'), 'utf8')], [6, 'mine']);
  assert.equal((await run('sign', 'site.tar.gz', '--key', 'ours.key', '--force')).code, 0);
  assert.equal((await run('verify', 'site.tar.gz', '--key', 'ours.pub')).code, 0);
});

test('a rejected bundle is not signed and remains unchanged', async () => {
  writeFileSync(at('site.tar.gz'), unsigned.subarray(0, -1));
  const { code, json } = await run('sign', 'site.tar.gz', '--key', 'ours.key');
  assert.deepEqual([code, json['code']], [1, 'archive-truncated']);
  assert.deepEqual(readFileSync(at('site.tar.gz')), unsigned.subarray(0, -1));
  assert.ok(!readdirSync(folder).includes('site.tar.gz.part'));
});

test('a wrong file is a usage error, which contains no part of a key', async () => {
  writeFileSync(at('site.tar.gz'), unsigned);
  writeFileSync(at('bad.key'), 's3cret');
  for (const [args, code] of [
    [['verify', 'none.tar.gz'], 'unreadable_archive'],
    [['sign', 'site.tar.gz', '--key', 'none.key'], 'unreadable_key'],
    [['sign', 'site.tar.gz', '--key', 'bad.key'], 'invalid_key'],
    [['sign', 'site.tar.gz', '--key', 'ours.pub'], 'invalid_key'],
    [['sign', 'site.tar.gz'], 'key_missing'],
  ] as const) {
    const refused = await run(...args);
    assert.deepEqual([refused.code, refused.json['code']], [2, code]);
    assert.ok(!JSON.stringify(refused.json).includes('s3cret'));
  }
});
