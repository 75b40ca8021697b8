import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createApp, type Identity } from '../../../../platform/http/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { HOME, principalOf } from '../../../../testing/module-database.ts';
import { registerLocalCodeHostRoutes } from '../../../sources/local-code-host/index.ts';
import { checkBranches } from './check-branches.ts';
import {
  ADA,
  AGENT,
  JOB,
  openAuditedInstallation,
  runGit,
  type AuditedInstallation,
} from '../testing/audited-installation.ts';
import { hangLimitMs } from '../../../../../../../scripts/hang-limit.ts';

describe('N9: the embedded host’s branches', () => {
  let installation: AuditedInstallation;
  let app: ReturnType<typeof createApp>;
  let address: string;
  before(async () => {
    installation = await openAuditedInstallation();
    app = createApp({ log: createLogger({ level: 'silent' }), isUnavailable: () => false });
    const ada: Identity = principalOf({ actor: { kind: 'user', id: 'usr_ada', name: 'ada@example.com' } });
    registerLocalCodeHostRoutes(app, {
      ...installation.hostOptions,
      pages: {
        byKey: () => Promise.resolve(ada),
        bySession: () => Promise.resolve(undefined),
        styleSheets: async () => [],
        projectsOf: async () => [],
      },
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    address = `${origin.replace('//', '//ada:key@')}/git/docs.git`;
  });
  after(async () => {
    await app.close();
    await installation.close();
  });
  beforeEach(async () => {
    const { git, base, database } = installation;
    for (const line of (await git('for-each-ref', '--format=%(refname)', 'refs/heads/')).split('\n')) {
      if (line !== 'refs/heads/main' && !line.startsWith('refs/heads/docwright/')) await git('update-ref', '-d', line);
    }
    await git('update-ref', 'refs/heads/main', base);
    await database.pool.query(
      `BEGIN; ALTER TABLE audit_events DISABLE TRIGGER USER; DELETE FROM audit_events;
       ALTER TABLE audit_events ENABLE TRIGGER USER; COMMIT`,
    );
  });
  const note = (action: string, days: number) =>
    installation.database.pool.query(
      `INSERT INTO audit_events (organization_id, actor_kind, actor_name, action, result, at)
       VALUES ($1, 'system', 'system', $2, 'success', now() + make_interval(days => $3))`,
      [HOME, action, days],
    );
  const find = () => installation.find(checkBranches);
  /** Pushes as a person who is named in the audit log. */
  const push = async (...refs: string[]) => {
    const before = await countPushes();
    await runGit([
      '--git-dir',
      await installation.git('rev-parse', '--absolute-git-dir'),
      'push',
      '--quiet',
      address,
      ...refs,
    ]);
    const deadline = performance.now() + hangLimitMs;
    while ((await countPushes()) === before) assert.ok(performance.now() < deadline, 'the push was not recorded');
  };
  const countPushes = async (): Promise<number> => {
    const { rows } = await installation.database.pool.query(
      `SELECT FROM audit_events WHERE action = 'repository.pushed'`,
    );
    return rows.length;
  };
  /** Moves a branch to the agent's commit without a push, which the service itself must never do. */
  const force = (branch: string, sha = installation.pushed) =>
    installation.git('update-ref', `refs/heads/${branch}`, sha);

  test('are valid if the agent’s commit is on its own branch, or merged by a person’s commit', async () => {
    const { git, base, pushed } = installation;
    assert.equal(await find(), '');
    const tree = await git('rev-parse', `${pushed}^{tree}`);
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const merge = await git(...person, 'commit-tree', tree, '-p', base, '-p', pushed, '-m', 'Merge');
    await force('main', merge);
    assert.equal(await find(), '');
  });

  test('are reported if the agent’s commit is on the default branch or at the head of another branch', async () => {
    await force('main');
    await force('colleague');
    assert.equal(
      await find(),
      [
        `N9 ${HOME}/docs:colleague its head is the agent's commit ${installation.pushed}, which was not pushed there by a person`,
        `N9 ${HOME}/docs:main the default branch has the agent's commit ${installation.pushed}, which was not pushed there by a person`,
      ].join('\n'),
    );
  });

  test('are reported if the agent’s commit is below a person’s commit, even a pushed one', async () => {
    const { commit, pushed } = installation;
    await note('organization.created', -1);
    await force('main');
    await commit({ branch: 'main', author: ADA, parent: pushed, files: { 'more.mdx': 'More.' } });
    assert.match(await find(), /the default branch has the agent's commit/);
    const top = await commit({ branch: 'top', author: ADA, parent: pushed, files: { 'top.mdx': 'Top.' } });
    await force('main');
    await push(`${top}:refs/heads/main`);
    assert.match(await find(), new RegExp(`docs:main the default branch has the agent's commit ${pushed}`));
  });

  test('are valid if a person fast-forwards the default branch to the agent’s commit, or pushes it to a new branch', async () => {
    const { pushed, commit } = installation;
    await note('organization.created', -1);
    await push(`${pushed}:refs/heads/main`, `${pushed}:refs/heads/colleague`);
    assert.equal(await find(), '');
    await commit({ branch: 'main', author: ADA, parent: pushed, files: { 'more.mdx': 'More.' } });
    assert.equal(await find(), '', 'the commits that follow are also valid');
  });

  test('are valid after a person’s push only if the push included the commit and went to the same branch', async () => {
    const { pushed, commit } = installation;
    await note('organization.created', -1);
    await push(`${pushed}:refs/heads/colleague`);
    await force('other');
    const second = await commit({ branch: `docwright/${JOB}-2`, author: AGENT, parent: pushed, files: { a: 'a' } });
    await force('colleague', second);
    const found = await find();
    assert.match(found, new RegExp(`docs:other its head is the agent's commit ${pushed}`));
    assert.match(found, new RegExp(`docs:colleague its head is the agent's commit ${second}`));
  });

  test('are reported only if the log still covers the time of the commit', async () => {
    await force('main');
    await note('project.updated', 1);
    assert.equal(await find(), '', 'retention has removed the events of that time');
    await note('project.updated', -1);
    assert.match(await find(), /which was not pushed there by a person/);
  });

  test('are reported if their repository can’t be read', async () => {
    const { deps, repository } = installation;
    const broken = {
      ...deps.localCodeHost,
      connect: () => deps.localCodeHost.connect({ ...repository, id: 'repo_gone' }),
    };
    assert.match(
      await installation.find(checkBranches, { localCodeHost: broken }),
      /N9 org_home\/docs can't be checked/,
    );
  });
});
