import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatSettingsManual } from './settings-manual.ts';

writeFileSync(join(dirname(import.meta.dirname), 'docs/settings.mdx'), formatSettingsManual());
