import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatDashboardMenu } from './dashboard-menu.ts';

writeFileSync(
  join(
    dirname(import.meta.dirname),
    'packages/server/src/modules/sources/local-code-host/pages/dashboard-menu.generated.ts',
  ),
  formatDashboardMenu(),
);
