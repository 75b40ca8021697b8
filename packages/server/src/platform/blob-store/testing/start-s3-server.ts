/**
 * A real S3 server for tests: Ceph's gateway (RGW) with one monitor and one object daemon that stores everything in
 * memory, in a temporary folder, on free ports of 127.0.0.1. Ready in about a second.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { findFreePort } from '../../../testing/free-port.ts';
import { installCeph } from './install-ceph.ts';

export interface S3Server {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** A new, empty bucket. */
  readonly bucket: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const commandTimeoutMs = 60_000;

/** @throws Error if the programs can't be installed; see `installCeph` */
export async function startS3Server(): Promise<S3Server> {
  const obstacle = installCeph();
  if (obstacle !== undefined) throw new Error(`No S3 server for tests: ${obstacle}`);
  const folder = await mkdtemp(join(tmpdir(), 'docwright-s3-'));
  const daemons: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    // The daemons can be killed, because their data isn't needed anymore.
    const ended = daemons
      .filter((daemon) => daemon.exitCode === null && daemon.signalCode === null)
      .map((daemon) => once(daemon, 'exit'));
    for (const daemon of daemons) daemon.kill('SIGKILL');
    await Promise.all(ended);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const account = { accessKey: randomBytes(10).toString('hex'), secretKey: randomBytes(20).toString('hex') };
    const endpoint = await startCluster(folder, daemons, account);
    const server = { endpoint, region: 'us-east-1', ...account, bucket: 'docwright-test', stop };
    await createBucket(server);
    return server;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startCluster(
  folder: string,
  daemons: ChildProcess[],
  account: { readonly accessKey: string; readonly secretKey: string },
): Promise<string> {
  const [monitorPort, gatewayPort] = [await findFreePort(), await findFreePort()];
  const [clusterId, diskId] = [randomUUID(), randomUUID()];
  const config = join(folder, 'ceph.conf');
  await writeFile(config, configuration(folder, clusterId, `[v2:127.0.0.1:${monitorPort}/0]`));
  await writeFile(join(folder, 'keyring'), '');
  for (const name of ['mon', 'osd']) await mkdir(join(folder, name));
  const call = (program: string, ...args: string[]): Promise<unknown> =>
    run(program, ['-c', config, ...args], { timeout: commandTimeoutMs });
  const start = (program: string, ...args: string[]): void => {
    // The daemons also end if the test run is killed.
    const daemon = spawn('setpriv', ['--pdeathsig', 'KILL', program, '-c', config, '-f', ...args], { stdio: 'ignore' });
    daemons.push(daemon);
  };
  const map = join(folder, 'monmap');
  await call('monmaptool', '--create', '--fsid', clusterId, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}/0]`, map);
  await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  start('ceph-mon', '-i', 'a');
  await call('ceph', 'osd', 'new', diskId);
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', diskId);
  start('ceph-osd', '-i', '0');
  // Also creates the gateway's pools.
  await call(
    'radosgw-admin',
    'user',
    'create',
    '--uid=test',
    '--display-name=test',
    `--access-key=${account.accessKey}`,
    `--secret-key=${account.secretKey}`,
  );
  start('radosgw', '-n', 'client.rgw', `--rgw-frontends=beast tcp_nodelay=1 endpoint=127.0.0.1:${gatewayPort}`);
  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  await waitUntilReady(endpoint, folder);
  return endpoint;
}

function configuration(folder: string, clusterId: string, monitor: string): string {
  return `[global]
fsid = ${clusterId}
mon host = ${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr1 = false
# No keys between the daemons; the gateway would insist on an encrypted connection, which needs them.
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
# One copy, one group, immediately: the defaults wait for more changes to come.
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
paxos propose interval = 0.02
paxos min wait = 0.01
osd objectstore = memstore
memstore device bytes = 4294967296
mon data = ${folder}/mon
osd data = ${folder}/osd
keyring = ${folder}/keyring
log file = ${folder}/$name.log
admin socket =
rgw enable usage log = false
rgw enable gc threads = false
rgw enable lc threads = false
rgw dynamic resharding = false
`;
}

async function waitUntilReady(endpoint: string, folder: string): Promise<void> {
  const until = performance.now() + 60_000;
  for (;;) {
    const answer = await fetch(endpoint).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (performance.now() > until) {
      const log = await readFile(join(folder, 'client.rgw.log'), 'utf8').catch(() => 'no log');
      throw new Error(`Ceph's gateway did not start: ${log.slice(-500)}`);
    }
    await delay(50);
  }
}

async function createBucket(server: Omit<S3Server, 'stop'>): Promise<void> {
  const client = new S3Client({
    endpoint: server.endpoint,
    region: server.region,
    forcePathStyle: true,
    credentials: { accessKeyId: server.accessKey, secretAccessKey: server.secretKey },
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: server.bucket }));
  } finally {
    client.destroy();
  }
}
