import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManual } from '../packages/cli/src/manual/read-manual.ts';

writeFileSync(join(dirname(import.meta.dirname), 'docs/cli.mdx'), readManual());
