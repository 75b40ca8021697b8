import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatIssueCauses } from './issue-causes.ts';

writeFileSync(
  join(dirname(import.meta.dirname), 'packages/dashboard/src/exports/issue-causes.generated.ts'),
  formatIssueCauses(),
);
