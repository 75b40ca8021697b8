/**
 * Starts a host that counts readers, and prints its address. The test kills the process. Usage:
 * `node reader-child.ts <data folder> <link>`.
 */
import { startTestHost } from './start-test-host.ts';

const [dataDir = '', bundleUrl = ''] = process.argv.slice(2);
const { address } = await startTestHost(dataDir, { staticExport: { enabled: true, bundleUrl } });
process.stdout.write(`${address}\n`);
