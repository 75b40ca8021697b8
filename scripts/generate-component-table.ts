import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatComponentTable } from './component-table.ts';

writeFileSync(
  join(dirname(import.meta.dirname), 'packages/dashboard/src/editor/source/component-table.generated.ts'),
  formatComponentTable(),
);
