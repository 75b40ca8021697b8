/**
 * Compares the requests per CPU-second of a protected site, whose pages have edits for groups (`sealed`), with those of
 * the same site without access control. Also measures the memory of signed-in readers: `node
 * bench/host/protected-cost.ts [pages=1000] [seconds=3] [rounds=5] [readers=5000] [sealed=1] [--json]`. Always prints
 * JSON; `--json` is accepted for consistency. The rounds alternate, so that other work on the machine affects both
 * alike; the figures are medians.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { runLoad } from './load.ts';
import { makeFiles, packFiles, sealEntries } from './make-site.ts';
import { cpuSeconds, residentMegabytes } from './process-cost.ts';
import { startHostProcess, stopProcess, type StartedHost } from './start-child.ts';

const numbers = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
const [pages = 1_000, seconds = 3, rounds = 5, readers = 5_000, isSealed = 1] = numbers.map(Number);
const url = 'http://docs.example';
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const portOf = ({ address }: StartedHost): number => Number(new URL(address).port);

/** Signs in a reader with twenty groups, and returns the cookie. */
async function signIn(host: StartedHost, key: KeyObject, reader: number): Promise<string> {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const groups = Array.from({ length: 20 }, (_, n) => `group-${(reader + n) % 200}`);
  const exp = Math.floor(Date.now() / 1000) + 8;
  const claims = { host: 'docs.example', sub: `reader-${reader}`, groups, exp, jti: randomUUID() };
  const signed = `${encode({ alg: 'EdDSA', kid: 'main' })}.${encode(claims)}`;
  const token = `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
  const answer = await fetch(`${host.address}/login/jwt-callback`, {
    method: 'POST',
    redirect: 'manual',
    // Each reader has a different address, so that the limit per address has no effect.
    headers: {
      origin: url,
      'x-forwarded-for': `10.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}`,
    },
    body: new URLSearchParams({ token }),
  });
  if (answer.status !== 303) throw new Error(`the sign-in returned ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'));
const files = makeFiles(pages, 'v1');
const sealed = isSealed === 0 ? [] : sealEntries(files);
const [bundle, sealedBundle] = [await packFiles(files, 'v1'), await packFiles(files, 'v1', sealed)];
const link = createServer((request, response) => response.end(request.url === '/sealed' ? sealedBundle : bundle));
link.listen(0, '127.0.0.1');
await once(link, 'listening');
const bundleUrl = `http://127.0.0.1:${(link.address() as AddressInfo).port}/`;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = { main: publicKey.export({ format: 'pem', type: 'spki' }).toString() };
const start = (name: string, access: object, path = ''): Promise<StartedHost> =>
  startHostProcess({
    port: 0,
    address: '127.0.0.1',
    dataDir: join(folder, name),
    accessLog: false,
    brotliQuality: 0,
    staticExport: { enabled: true, bundleUrl: `${bundleUrl}${path}` },
    assistant: { clientAddressHeader: 'X-Forwarded-For' },
    access,
  });
const open = await start('open', {});
const closed = await start(
  'closed',
  {
    mode: 'jwt',
    url: 'http://docs.example',
    loginUrl: 'https://login.example/',
    keys,
  },
  'sealed',
);
try {
  // Gates check the host in a token and the origin of a form, not this request's `Host` header.
  const cookie = await signIn(closed, privateKey, 0);
  const paths = [...files.keys()]
    .filter((path) => path.endsWith('.html'))
    .map((path) => `/${path.replace(/(?:^|\/)index\.html$|\.html$/, '')}`);
  const measure = async (host: StartedHost, extra: string): Promise<number> => {
    const before = cpuSeconds(host.pid);
    const load = { port: portOf(host), paths, connections: 16, seconds, headers: `Accept-Encoding: gzip\r\n${extra}` };
    const { answers, failed } = await runLoad(load);
    if (failed > 0) throw new Error(`${failed} of ${answers} requests failed`);
    return answers / (cpuSeconds(host.pid) - before);
  };
  const results: { open: number; closed: number }[] = [];
  await measure(open, '');
  await measure(closed, `Cookie: ${cookie}\r\n`);
  for (let round = 0; round < rounds; round += 1)
    results.push({ open: await measure(open, ''), closed: await measure(closed, `Cookie: ${cookie}\r\n`) });
  const memoryBefore = residentMegabytes(closed.pid);
  for (let reader = 1; reader <= readers; reader += 1) {
    const own = await signIn(closed, privateKey, reader);
    const { status } = await fetch(`${closed.address}/`, { headers: { cookie: own } });
    if (status !== 200) throw new Error(`a signed-in reader got ${status}`);
  }
  const grown = residentMegabytes(closed.pid) - memoryBefore;
  console.log(
    JSON.stringify({
      publicPerCpuSecond: Math.round(median(results.map((each) => each.open))),
      protectedPerCpuSecond: Math.round(median(results.map((each) => each.closed))),
      ratio: Number(median(results.map((each) => each.closed / each.open)).toFixed(3)),
      readers,
      grownMb: Math.round(grown),
    }),
  );
} finally {
  await Promise.all([stopProcess(open), stopProcess(closed)]);
  link.close();
  await rm(folder, { recursive: true, force: true });
}
