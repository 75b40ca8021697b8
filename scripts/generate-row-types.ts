import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRowTypes } from './row-types.ts';

const root = dirname(import.meta.dirname);
writeFileSync(join(root, 'packages/server/src/platform/database/schema.generated.ts'), await readRowTypes(root));
