import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface NginxOptions {
  /** The folder for its configuration and temporary files. */
  readonly folder: string;
  readonly name: string;
  /** The content of the `http` block. */
  readonly site: string;
  /** A port on which the site listens. */
  readonly port: number;
}

/** Starts a real nginx, and resolves when it accepts connections. */
export async function startNginx({ folder, name, site, port }: NginxOptions): Promise<ChildProcess> {
  const config = join(folder, `${name}.conf`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  await writeFile(
    config,
    `daemon off; pid ${join(folder, `${name}.pid`)}; events {}\nhttp { access_log off; ${paths.join(' ')}\n${site}}\n`,
  );
  const nginx = spawn('nginx', ['-c', config, '-e', 'stderr', '-p', folder], { stdio: 'ignore' });
  await listens(nginx, port);
  return nginx;
}

async function listens(nginx: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await delay(20);
    } finally {
      socket.destroy();
    }
  }
}
