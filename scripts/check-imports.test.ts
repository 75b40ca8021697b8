import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkImports } from './check-imports.ts';
import { agentFloors, dashboardFloors, ground, importRules, serverAreas, themeFloors, wings } from './import-rules.ts';

const packages =
  'contract bundle entry-points expressions highlight site-access site-search social-images site-builder doc-agent sdk site-server site-assistant host server dashboard cli'.split(
    ' ',
  );

/** Creates a valid repository with a few files, plus `files`, and passes it to `use`. */
async function withRepository<T>(files: Record<string, string>, use: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'docwright-imports-'));
  try {
    const all: Record<string, string> = { 'packages/server/src/uses.ts': "import '@docwright/contract';", ...files };
    for (const name of packages) {
      all[`packages/${name}/package.json`] = JSON.stringify({
        exports: { '.': './src/index.ts', './more': './src/more.ts' },
      });
      all[`packages/${name}/src/more.ts`] = 'export const two = 2;';
      all[`packages/${name}/src/index.ts`] ??= 'export const one = 1;';
    }
    for (const [path, text] of Object.entries(all)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return await use(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

const violationsOf = (files: Record<string, string>) =>
  withRepository(files, (root) => Promise.resolve(checkImports(root).violations.map((text) => text.split(':')[0])));

/** For each rule, the path and the content of a file that breaks it. */
const breaches: Record<string, readonly [path: string, text: string, other?: string]> = {
  'contract-imports': ['packages/contract/src/a.ts', "import '@docwright/bundle';"],
  'bundle-imports': ['packages/bundle/src/a.ts', "import '@docwright/contract';"],
  'entry-points-imports': ['packages/entry-points/src/a.ts', "import '@docwright/server';"],
  'expressions-imports': ['packages/expressions/src/a.ts', "import '@docwright/site-builder';"],
  'highlight-imports': ['packages/highlight/src/a.ts', "import '@docwright/expressions';"],
  'site-access-imports': ['packages/site-access/src/a.ts', "import '@docwright/contract';"],
  'site-search-imports': ['packages/site-search/src/a.ts', "import '@docwright/site-builder';"],
  'site-assistant-imports': ['packages/site-assistant/src/a.ts', "import '@docwright/host';"],
  'social-images-imports': ['packages/social-images/src/a.ts', "import '@docwright/highlight';"],
  'site-builder-imports': ['packages/site-builder/src/a.ts', "import '@docwright/server';"],
  'site-import-imports': ['packages/site-import/src/a.ts', "import '@docwright/server';"],
  'doc-agent-imports': ['packages/doc-agent/src/a.ts', "import '@docwright/site-builder';"],
  'sdk-imports': ['packages/sdk/src/a.ts', "import '@docwright/server';"],
  'site-server-imports': ['packages/site-server/src/a.ts', "import '@docwright/host';"],
  'host-imports': ['packages/host/src/a.ts', "import '@docwright/contract';"],
  'server-imports': ['packages/server/src/a.ts', "await import('@docwright/cli');"],
  'dashboard-imports': ['packages/dashboard/src/a.ts', "import '@docwright/server';"],
  'dashboard-takes-edits-only': ['packages/dashboard/src/a.ts', "import '@docwright/doc-agent';"],
  'bundle-takes-rules-only': ['packages/bundle/src/a.ts', "import '@docwright/site-access';"],
  'sdk-takes-types-only': ['packages/sdk/src/a.ts', "import { one } from '@docwright/contract'; one;"],
  'package-by-its-name': [
    'packages/server/src/a.ts',
    "import '../../contract/src/deep.ts';",
    'packages/contract/src/deep.ts',
  ],
  'packages-know-nothing-outside': ['packages/server/src/a.test.ts', "import '../../../e2e/b.ts';", 'e2e/b.ts'],
  'samples-are-for-tests': [
    'packages/host/src/a.ts',
    "import '../../../scripts/sample-rows.ts';",
    'scripts/sample-rows.ts',
  ],
  'site-builder-floors': [
    'packages/site-builder/src/page/a.ts',
    "import type { x } from '../theme/index.ts'; export type y = x;",
    'packages/site-builder/src/theme/index.ts',
  ],
  'doc-agent-floors': [
    'packages/doc-agent/src/overlay/a.ts',
    "import type { x } from '../tools/b.ts'; export type y = x;",
    'packages/doc-agent/src/tools/b.ts',
  ],
  'doc-agent-ground': [
    'packages/doc-agent/src/errors.ts',
    "import type { x } from './policy/b.ts'; export type y = x;",
    'packages/doc-agent/src/policy/b.ts',
  ],
  'doc-agent-index-is-for-others': ['packages/doc-agent/src/loop/a.ts', "import '../index.ts';"],
  'wing-by-its-index': [
    'packages/site-builder/src/theme/a.ts',
    "import '../page/deep.ts';",
    'packages/site-builder/src/page/deep.ts',
  ],
  'server-floors': [
    'packages/server/src/modules/foundation/jobs/a.ts',
    "import type { x } from '../../identity/keys/index.ts'; export type y = x;",
    'packages/server/src/modules/identity/keys/index.ts',
  ],
  'dashboard-floors': [
    'packages/dashboard/src/suggestions/a.ts',
    "import type { x } from '../overview/b.ts'; export type y = x;",
    'packages/dashboard/src/overview/b.ts',
  ],
  'platform-knows-no-module': [
    'packages/server/src/platform/a.ts',
    "import type { x } from '../modules/foundation/jobs/index.ts'; export type y = x;",
    'packages/server/src/modules/foundation/jobs/index.ts',
  ],
  'modules-know-no-main': [
    'packages/server/src/modules/foundation/jobs/a.ts',
    "import '../../../main/b.ts';",
    'packages/server/src/main/b.ts',
  ],
  'module-by-its-index': [
    'packages/server/src/modules/foundation/jobs/a.ts',
    "import '../keys/deep.ts';",
    'packages/server/src/modules/foundation/keys/deep.ts',
  ],
  'main-takes-modules-by-index': [
    'packages/server/src/main/a.ts',
    "import '../modules/foundation/keys/deep.ts';",
    'packages/server/src/modules/foundation/keys/deep.ts',
  ],
  'sql-in-store': ['packages/server/src/modules/foundation/jobs/create-job.ts', "import 'kysely';"],
  'routes-in-routes': ['packages/server/src/modules/foundation/jobs/create-job.ts', "import 'fastify';"],
  'queue-in-job-engine': ['packages/server/src/modules/foundation/jobs/job.ts', "import 'pg-boss';"],
  'no-cycle': ['packages/host/src/a.ts', "import './b.ts';"],
  'no-missing-file': ['packages/host/src/a.ts', "import './nowhere.ts';"],
  'no-file-of-another-package': ['packages/host/src/a.ts', "new URL('../../cli/README.md', import.meta.url);"],
  'no-renamed-export': ['packages/host/src/a.ts', "export { two as second } from './more.ts';"],
};

test('every rule has a sample violation', () => {
  assert.deepEqual(
    new Set(Object.keys(breaches)),
    new Set([
      ...importRules.map(({ name }) => name),
      'no-cycle',
      'no-file-of-another-package',
      'no-missing-file',
      'no-renamed-export',
    ]),
  );
});

for (const [name, [path, text, other]] of Object.entries(breaches)) {
  test(`a violation of ${name} is found`, async () => {
    const files = { [path]: text, ...(other === undefined ? {} : { [other]: 'export type x = 1;' }) };
    if (name === 'no-cycle') files['packages/host/src/b.ts'] = "import './a.ts';";
    assert.ok((await violationsOf(files)).includes(name));
  });
}

const folders = [...ground, ...wings, 'main'];
for (const [index, folder] of folders.slice(1).entries()) {
  const below = folders[index] ?? '';
  test(`in the site builder, ${below} must not import ${folder}`, async () => {
    const files = {
      [`packages/site-builder/src/${below}/a.ts`]: `import '../${folder}/index.ts';`,
      [`packages/site-builder/src/${folder}/index.ts`]: 'export {};',
    };
    assert.deepEqual(await violationsOf(files), ['site-builder-floors']);
  });
}

for (const [index, folder] of themeFloors.slice(1).entries()) {
  const below = themeFloors[index] ?? '';
  test(`in the theme, ${below} must not import ${folder}`, async () => {
    const files = {
      [`packages/site-builder/src/theme/${below}/a.ts`]: `import type { B } from '../${folder}/b.ts'; export type A = B;`,
      [`packages/site-builder/src/theme/${folder}/b.ts`]: 'export type B = 1;',
    };
    assert.deepEqual(await violationsOf(files), ['site-builder-floors']);
  });
}

for (const [index, folder] of agentFloors.slice(1).entries()) {
  const below = agentFloors[index] ?? '';
  test(`in the agent, ${below} must not import ${folder}`, async () => {
    const files = {
      [`packages/doc-agent/src/${below}/a.ts`]: `import type { B } from '../${folder}/b.ts'; export type A = B;`,
      [`packages/doc-agent/src/${folder}/b.ts`]: 'export type B = 1;',
    };
    assert.deepEqual(await violationsOf(files), ['doc-agent-floors']);
  });
}

for (const [index, folder] of dashboardFloors.slice(1).entries()) {
  const below = dashboardFloors[index] ?? '';
  test(`in the dashboard, ${below} must not import ${folder}`, async () => {
    const files = {
      [`packages/dashboard/src/${below}/a.ts`]: `import type { B } from '../${folder}/b.ts'; export type A = B;`,
      [`packages/dashboard/src/${folder}/b.ts`]: 'export type B = 1;',
    };
    assert.deepEqual(await violationsOf(files), ['dashboard-floors']);
  });
}

for (const [index, area] of serverAreas.slice(1).entries()) {
  const below = serverAreas[index] ?? '';
  test(`in the server, ${below} must not import ${area}`, async () => {
    const files = {
      [`packages/server/src/modules/${below}/jobs/a.ts`]: `import '../../${area}/keys/index.ts';`,
      [`packages/server/src/modules/${area}/keys/index.ts`]: 'export {};',
    };
    assert.deepEqual(await violationsOf(files), ['server-floors']);
  });
}

test('every folder of the server’s modules is an area', async () => {
  const entries = await readdir(new URL('../packages/server/src/modules', import.meta.url), { withFileTypes: true });
  assert.deepEqual(entries.map(({ name }) => name).sort(), serverAreas.toSorted());
});

test('every folder of the dashboard is in the order of folders', async () => {
  const entries = await readdir(new URL('../packages/dashboard/src', import.meta.url), { withFileTypes: true });
  const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(found.sort(), dashboardFloors.toSorted());
});

test('every folder of the agent is in the order of folders', async () => {
  const entries = await readdir(new URL('../packages/doc-agent/src', import.meta.url), { withFileTypes: true });
  const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(found.sort(), agentFloors.toSorted());
});

test('two files that import only types from each other form a cycle', async () => {
  const files = {
    'packages/host/src/a.ts': "import type { B } from './b.ts'; export type A = B;",
    'packages/host/src/b.ts': "import type { A } from './a.ts'; export type B = A;",
  };
  assert.deepEqual(await violationsOf(files), ['no-cycle']);
});

test('the report of a cycle explains how to break it', async () => {
  const files = { 'packages/host/src/a.ts': "import './b.ts';", 'packages/host/src/b.ts': "import './a.ts';" };
  const [line = ''] = await withRepository(files, (root) => Promise.resolve(checkImports(root).violations));
  assert.match(line, /a\.ts → \S+b\.ts → \S+a\.ts \(to break it, pass a callback .*move/);
});

test('allowed imports are accepted', async () => {
  assert.deepEqual(
    await violationsOf({
      'packages/sdk/src/a.ts': "import type { one } from '@docwright/contract'; export type x = typeof one;",
      'packages/sdk/src/a.test.ts': "import { one } from '@docwright/contract'; one;",
      'packages/host/src/a.ts': "import '@docwright/bundle'; import '@docwright/bundle/more';",
      'packages/site-builder/src/theme/a.ts': "import '../page/index.ts'; import '../text/deep.ts';",
      'packages/site-builder/src/page/index.ts': 'export {};',
      'packages/site-builder/src/page/a.test.ts': "import '../build/deep.ts';",
      'packages/site-builder/src/build/deep.ts': 'export {};',
      'packages/site-builder/src/text/deep.ts': 'export {};',
      'packages/cli/src/a.ts': "import '@docwright/server'; import '@docwright/host';",
      'packages/server/src/modules/foundation/jobs/store.ts': "import 'kysely'; import 'pg';",
      'packages/server/src/modules/foundation/jobs/routes.ts': "import 'fastify'; import '../keys/index.ts';",
      'packages/server/src/modules/foundation/keys/index.ts': 'export {};',
      'packages/server/src/platform/job-engine/a.ts': "import 'pg-boss';",
    }),
    [],
  );
});

test('a repository without imports fails the check', async () => {
  const silent = Object.fromEntries(packages.map((name) => [`packages/${name}/src/index.ts`, 'export {};']));
  await assert.rejects(
    withRepository({ ...silent, 'packages/server/src/uses.ts': '' }, async (root) => checkImports(root)),
    /not one import/,
  );
});
