import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

/** Each program writes generated files from their sources, and can be run alone. */
const generators = [
  'scripts/generate-sdk.ts',
  'scripts/generate-cli-docs.ts',
  'scripts/generate-settings-docs.ts',
  'scripts/generate-schema-page.ts',
  'scripts/generate-row-types.ts',
  'scripts/generate-issue-causes.ts',
  'scripts/generate-dashboard-menu.ts',
  'scripts/generate-component-table.ts',
  'bench/generate-tables.ts',
  'packages/site-builder/src/main/bundle-clients.ts',
];

process.chdir(dirname(import.meta.dirname));
for (const generator of generators) {
  const { status } = spawnSync(process.execPath, [generator], { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${generator} failed`);
    process.exit(1);
  }
}
spawnSync('git', ['status', '--short'], { stdio: 'inherit' });
