/**
 * Starts a host and kills itself at one point of the update: `node crash-child.ts <data folder> <link> <point>`. The
 * point `chunk 7` is the seventh chunk.
 */
import { parseHostSettings, startHost } from '../index.ts';

const [dataDir = '', bundleUrl = '', wanted = ''] = process.argv.slice(2);
let chunks = 0;
const settings = parseHostSettings({ dataDir, port: 0, address: '127.0.0.1', accessLog: false, brotliQuality: 0 });
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const host = await startHost(settings, {
  log: silent,
  atPoint: (point) => {
    if (point === 'chunk') chunks += 1;
    if (wanted === (point === 'chunk' ? `chunk ${chunks}` : point)) process.kill(process.pid, 'SIGKILL');
  },
});
await host.reload(bundleUrl);
await host.stop();
