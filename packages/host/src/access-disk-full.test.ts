import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { send, url } from './testing/protected-site.ts';
import { mount, noSmallDisk, unmount } from './testing/small-disk.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = { k1: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
const access = { mode: 'jwt', url, loginUrl: 'https://login.example/', keys };
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function makeToken(sub: string): string {
  const claims = { sub, host: 'docs.example', exp: Math.floor(Date.now() / 1000) + 5, jti: randomUUID() };
  const signed = `${encode({ alg: 'EdDSA', kid: 'k1' })}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** Fills a disk completely. */
async function fill(path: string): Promise<void> {
  const written = await writeFile(path, Buffer.alloc(64 * 1024 * 1024)).then(
    () => 'all',
    (error: { code: string }) => error.code,
  );
  assert.equal(written, 'ENOSPC');
}

test(
  'on a full disk, sessions and tokens stay valid, sign-ins and new tokens are refused with the reason, and stored tokens are kept',
  { skip: noSmallDisk },
  async () => {
    const bundle = await makeBundle({ files: makeSite('v1') });
    await using link = await serve((_request, response) => response.end(bundle));
    await using folder = await makeFolder();
    assert.ok(mount(folder.path, 2_048));
    try {
      await using host = await startTestHost(folder.path, {
        staticExport: { enabled: true, bundleUrl: link.origin },
        access,
      });
      const accept = { accept: 'text/html' };
      const post = (path: string, form: Readonly<Record<string, string>>, headers = {}) =>
        send(host.address, path, { form, headers });
      const signIn = (sub: string, headers = {}) => post('/login/jwt-callback', { token: makeToken(sub) }, headers);
      const read = async (headers: Readonly<Record<string, string>>): Promise<number> =>
        (await send(host.address, '/guides/page-1', { headers })).status;
      const create = (cookie: string) => post('/account/tokens', { name: 'Editor', days: '7' }, { cookie, ...accept });
      const { cookie } = await signIn('ada');
      const token = /docr_[\w-]{54}/.exec((await create(cookie)).text)?.[0] ?? assert.fail('no token');

      await fill(join(folder.path, 'filler'));
      for (const refused of [await create(cookie), await signIn('eve', accept)]) {
        assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '60'], refused.text);
        assert.match(refused.text, /can’t store this at the moment/);
      }
      const byProgram = await signIn('eve');
      assert.deepEqual([byProgram.status, (JSON.parse(byProgram.text) as { code: string }).code], [503, 'unavailable']);
      assert.deepEqual([await read({ cookie }), await read({ authorization: `Bearer ${token}` })], [200, 200]);
      const lines = host.logLines.filter(({ message }) => message.includes('data folder'));
      assert.equal(lines.length, 3);
      assert.match(JSON.stringify(lines), /ENOSPC/);

      await rm(join(folder.path, 'filler'));
      const { text } = await send(host.address, '/account', { headers: { cookie, ...accept } });
      assert.equal(text.match(/name="id" value=/g)?.length, 1);
      assert.equal((await create(cookie)).status, 200);
      assert.equal((await signIn('eve')).status, 303);
    } finally {
      unmount(folder.path);
    }
  },
);
