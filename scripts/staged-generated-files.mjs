// The pre-commit hook, which prevents stale generated files in commits. Imports only built-in modules.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findNode } from '../packages/cli/bin/run-pinned-node.mjs';

/** The generated files, their sources, and the test that compares the two. */
const generated = [
  { from: /^packages\/contract\/src\//, test: 'scripts/sdk-source.test.ts' },
  {
    from: /^packages\/(server|host)\/src\/.*setting|^docs\/(settings|deploy\/host)\.mdx$/,
    test: 'scripts/settings-manual.test.ts',
  },
  { from: /^packages\/server\/(migrations\/|SCHEMA\.md$|src\/.*store\.ts$)/, test: 'scripts/schema-page.test.ts' },
  {
    from: /^packages\/server\/(migrations\/|src\/platform\/database\/schema\.generated)/,
    test: 'scripts/row-types.test.ts',
  },
  { from: /^packages\/cli\/src\/|^docs\/cli\.mdx$/, test: 'packages/cli/src/manual/format-manual.test.ts' },
  {
    from: /^packages\/(site-builder\/src\/issues\/|dashboard\/src\/exports\/issue-causes)/,
    test: 'scripts/issue-causes.test.ts',
  },
  {
    from: /^bench\/(README\.md$|results\.json$|measurements\/|run-all\/)|^docs\/operate\/sizing\.mdx$/,
    test: 'bench/run-all/measurements.test.ts',
  },
  {
    from: /^packages\/(site-builder|site-search)\/src\//,
    test: 'packages/site-builder/src/main/bundle-clients.test.ts',
  },
];

const staged = spawnSync('git', ['diff', '--cached', '--name-only'], { encoding: 'utf8' }).stdout.split('\n');
const tests = generated
  .filter(({ from, test }) => staged.some((path) => from.test(path)) && existsSync(test))
  .map(({ test }) => test);
if (tests.length > 0) {
  const node = findNode(process.cwd()) ?? process.execPath;
  const { status, stdout } = spawnSync(node, ['--test', '--test-reporter=dot', ...tests], { encoding: 'utf8' });
  if (status !== 0) {
    for (const line of stdout.split('\n').filter((text) => text.startsWith('✖'))) console.error(line);
    console.error('commit refused: a generated file is stale. Run: npm run generate');
    process.exit(1);
  }
}
