/** Debian's nginx with one worker, for comparison. It serves files and the gzip versions next to them. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';

export interface StartedNginx {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly port: number;
}

/** @param root may contain `$host` @returns `undefined` if nginx isn't installed */
export async function startNginx(folder: string, root: string): Promise<StartedNginx | undefined> {
  if (spawnSync('nginx', ['-v']).error !== undefined) return undefined;
  const port = await findFreePort();
  const config = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 100000000; include /etc/nginx/mime.types;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3; uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server { listen 127.0.0.1:${port}; root ${root}; add_header X-Content-Type-Options nosniff; add_header Referrer-Policy strict-origin-when-cross-origin; } }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'ignore'] });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp && child.pid !== undefined) return { child, pid: child.pid, port };
  }
  throw new Error('nginx did not start');
}
