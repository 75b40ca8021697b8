/** Pebble, Let's Encrypt's certificate authority for tests, on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { findFreePort } from '../../../testing/free-port.ts';
import { makeCertificate } from '../../../testing/make-certificate.ts';

export interface TestAuthority {
  readonly directory: string;
  /** The root certificate of the certificates that it issues, in PEM format. */
  readonly root: string;
  close(): Promise<void>;
}

/**
 * Starts Pebble. Afterwards, this process trusts its address.
 * @param httpPort the port on which it requests all domains' challenges
 */
export async function startPebble(dnsServer: string, httpPort: number): Promise<TestAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-pebble-'));
  const own = makeCertificate(folder, 'pebble', 'IP:127.0.0.1');
  const [port, managementPort, tlsPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: own.certificateFile,
    privateKey: own.keyFile,
    httpPort,
    tlsPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  const configFile = join(folder, 'config.json');
  await writeFile(configFile, JSON.stringify({ pebble: config }));
  const child = spawn('pebble', ['-config', configFile, '-dnsserver', dnsServer, '-strict'], {
    // The path of Debian's installation.
    env: { PATH: '/usr/local/bin:/usr/bin', PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listening = Promise.withResolvers<void>();
  child.once('error', listening.reject);
  child.once('exit', (code) => listening.reject(new Error(`pebble ended with ${code}`)));
  child.stdout.on('data', (chunk: Buffer) => {
    if (String(chunk).includes('ACME directory available')) listening.resolve();
  });
  await listening.promise;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), own.chain]);
  return {
    directory: `https://127.0.0.1:${port}/dir`,
    root: await read(`https://127.0.0.1:${managementPort}/roots/0`, own.chain),
    close: async () => {
      child.removeAllListeners('exit');
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function read(url: string, ca: string): Promise<string> {
  const sent = request(url, { ca, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer) text += String(piece);
  return text;
}
