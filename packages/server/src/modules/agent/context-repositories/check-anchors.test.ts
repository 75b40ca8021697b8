import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { openLocalDocs, type LocalDocs } from '../../../testing/local-docs.ts';
import { HOME } from '../../../testing/module-database.ts';
import type { AgentSettingsTables } from '../../project-config/agent-settings/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { checkDueAnchors, type AnchorDeps } from './check-anchors.ts';
import { selectAnchorCheck, watchAnchors } from './store.ts';
import type { ContextTables } from './tables.ts';

type Tables = AgentSettingsTables & ContextTables & ProjectTables;

const cited = `home/api@${'a'.repeat(40)}`;
/** Pages whose anchors have the digests of the lines `two` and `one`. */
const pages = {
  'docs.json': '{}',
  'guides/keys.mdx': `Text.\n\n{/* docwright:code ${cited}:a.ts#L2 sha256:3fc4ccfe745870e2 */}\n`,
  'index.mdx': `Text.\n\n{/* docwright:code ${cited}:a.ts#L1 sha256:7692c3ad3540bb80 */}\n{/* docwright:code gone/x@aaaaaaa:a.ts#L1 sha256:0000000000000000 */}\n`,
};

describe('code anchors', () => {
  let docs: LocalDocs<Tables>;
  let deps: AnchorDeps;
  const clock = createFixedClock(new Date('2026-11-29T12:00:00Z'));
  const name = { projectId: 'project', organizationId: HOME };
  const check = async (hours = 0) => {
    clock.advance(hours * 3_600_000);
    await checkDueAnchors(deps, new AbortController().signal);
    return selectAnchorCheck(docs.database.kysely, 'project');
  };
  const commit = async (line: string) => {
    const { mirror } = await docs.connectRepository({ organizationId: HOME, repository: 'local:api' });
    execFileSync('git', ['--git-dir', fileURLToPath(mirror.remote.url), 'fast-import', '--quiet', '--force'], {
      input: `commit refs/heads/main\ncommitter A <a@example.com> 1764400000 +0000\ndata 6\nchange\nfrom refs/heads/main^0\n${line}\n`,
    });
  };

  before(async () => {
    docs = await openLocalDocs<Tables>(pages);
    await sql`update organizations set slug = replace(id, 'org_', '')`.execute(docs.database.kysely);
    await mkdir(join(docs.folder, 'code'));
    await writeFile(join(docs.folder, 'code', 'a.ts'), 'one\ntwo\n');
    const seed = { kind: 'folder', folder: join(docs.folder, 'code'), message: 'First' } as const;
    await docs.localCodeHost.createRepository({ organizationId: HOME, name: 'api', seed });
    const settings = JSON.stringify({ contextRepositories: [{ repository: 'local:@home/api' }], codeAnchors: true });
    await sql`insert into project_agent_settings (project_id, organization_id, settings)
      values ('project', ${HOME}, ${settings}::jsonb)`.execute(docs.database.kysely);
    deps = {
      database: docs.database,
      connectRepository: docs.connectRepository,
      repositoryUrl: (stored) => `https://docs.example/${stored}`,
      clock,
      log: createLogger({ level: 'silent' }),
    };
  });
  after(() => docs.close());

  test('are checked when they are due, and not again within five hours', async () => {
    assert.equal(await check(), undefined);
    await watchAnchors(docs.database.kysely, name);
    await sql`update code_anchor_checks set due_at = ${new Date(clock.now())}`.execute(docs.database.kysely);
    const first = await check();
    assert.deepEqual([first?.stale, first?.fault], [[], null]);
    assert.equal(first?.checkedAt?.getTime(), clock.now());
    assert.equal((await check(5))?.checkedAt?.getTime(), first?.checkedAt?.getTime());
  });

  test('are fresh if their lines only moved, and stale since the first check that found changed lines', async () => {
    await commit('M 100644 inline a.ts\ndata 17\nzero\none\nTWO\nend\n');
    const stale = { page: 'guides/keys.mdx', line: 3, location: `${cited}:a.ts#L2`, reason: 'changed' };
    const since = new Date(clock.now() + 2 * 3_600_000).toISOString();
    assert.deepEqual((await check(2))?.stale, [{ ...stale, since }]);
    assert.deepEqual((await check(7))?.stale, [{ ...stale, since }]);
  });

  test('are stale if their file was deleted, and keep their last result if the repository is missing', async () => {
    await commit('D a.ts\nM 100644 inline b.ts\ndata 1\nb');
    const { stale } = (await check(7)) ?? {};
    assert.deepEqual(
      stale?.map(({ page, reason }) => [page, reason]),
      [
        ['guides/keys.mdx', 'missing'],
        ['index.mdx', 'missing'],
      ],
    );
    await docs.localCodeHost.deleteRepository(HOME, 'api');
    const failed = await check(7);
    assert.deepEqual(failed?.stale, stale);
    assert.match(failed?.fault ?? '', /context repository https:\/\/docs\.example\/local:@home\/api/);
  });
});
