/**
 * A host that counts readers and is killed by the test: `node reader-child.ts <data folder> <link>`; prints its
 * address.
 */
import { startTestHost } from './start-test-host.ts';

const [dataDir = '', bundleUrl = ''] = process.argv.slice(2);
const { address } = await startTestHost(dataDir, { staticExport: { enabled: true, bundleUrl } });
process.stdout.write(`${address}\n`);
