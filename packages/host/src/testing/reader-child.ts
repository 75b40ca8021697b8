/** A host that counts readers, to be killed: `node reader-child.ts <data folder> <link>`; prints its address. */
import { parseHostSettings, startHost } from '../index.ts';

const [dataDir = '', bundleUrl = ''] = process.argv.slice(2);
const settings = parseHostSettings({
  dataDir,
  port: 0,
  address: '127.0.0.1',
  accessLog: false,
  brotliQuality: 0,
  staticExport: { enabled: true, bundleUrl },
});
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { address } = await startHost(settings, { log: silent });
process.stdout.write(`${address}\n`);
