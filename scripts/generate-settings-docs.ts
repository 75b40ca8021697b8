import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatHostManual, formatSettingsManual } from './settings-manual.ts';

const docs = join(dirname(import.meta.dirname), 'docs');
const hostPage = join(docs, 'deploy/host.mdx');

writeFileSync(join(docs, 'settings.mdx'), formatSettingsManual());
writeFileSync(hostPage, formatHostManual(readFileSync(hostPage, 'utf8')));
