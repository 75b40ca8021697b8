import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatSchemaPage } from './schema-page.ts';

const root = dirname(import.meta.dirname);
writeFileSync(join(root, 'packages/server/SCHEMA.md'), formatSchemaPage(root));
