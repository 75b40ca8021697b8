import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBundleWriter, featuresByKind } from '@docwright/bundle';
import { startCommand } from '../../testing/run-command.ts';

const big = randomBytes(8_000_000);

async function makeBundle(): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk), gzipLevel: 1 });
  await writer.add({ path: 'index.html', bytes: '<!doctype html><title>home</title>' });
  await writer.add({ path: 'big.bin', bytes: big });
  await writer.finish({
    generator: 'docwright test',
    deploymentKind: 'cloud',
    version: 'v1',
    commit: 'c0ffee',
    createdFrom: { repository: '', branch: 'main', directory: '', domain: 'docs.example' },
    basePath: '',
    features: featuresByKind({}),
    redirects: [],
  });
  return Buffer.concat(chunks);
}

/** Runs `docwright host` with a bundle URL that counts its downloads. */
async function startHost(args: readonly string[] = []) {
  const bundle = await makeBundle();
  const downloads: (() => void)[] = [];
  let count = 0;
  const link = createServer((_request, response) => {
    count += 1;
    response.end(bundle);
    downloads[count]?.();
  }).listen(0, '127.0.0.1');
  await once(link, 'listening');
  const dataDir = await mkdtemp(join(tmpdir(), 'docwright-host-command-'));
  const { port } = link.address() as AddressInfo;
  const child = startCommand([
    'host',
    '--json',
    '--port=0',
    `--bundle-url=http://127.0.0.1:${port}/b.tar.gz`,
    `--set=dataDir=${dataDir}`,
    '--set=address=127.0.0.1',
    '--set=brotliQuality=0',
    ...args,
  ]);
  child.stderr.resume();
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { address } = JSON.parse(line.toString()) as { address: string };
  return {
    child,
    address,
    /** Resolves when the download with this number arrives. */
    downloaded: (number: number) => new Promise<void>((resolve) => (downloads[number] = resolve)),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      link.closeAllConnections();
      link.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`docwright host finishes pending responses on ${signal} and exits with 0`, async () => {
    await using host = await startHost();
    const [answer] = (await once(get(`${host.address}/big.bin`), 'response')) as [IncomingMessage];
    const ended = once(host.child, 'exit');
    host.child.kill(signal);
    let received = 0;
    for await (const part of answer) received += (part as Buffer).length;
    assert.equal(received, big.length);
    assert.deepEqual(await ended, [0, null]);
  });
}

test('with reloadOnSighup, SIGHUP fetches the bundle again without stopping the server', async () => {
  await using host = await startHost(['--set', 'reloadOnSighup=true']);
  const again = host.downloaded(2);
  host.child.kill('SIGHUP');
  const ended = once(host.child, 'exit').then(() => assert.fail('SIGHUP stopped the server'));
  await Promise.race([again, ended]);
  assert.equal((await fetch(host.address)).status, 200);
});
