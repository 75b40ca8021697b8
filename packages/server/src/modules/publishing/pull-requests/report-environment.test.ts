import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SharedReads } from '@docwright/site-server';
import { CodeHostError } from '../../../platform/code-host/index.ts';
import { HOME } from '../../../testing/module-database.ts';
import { docsJson, openDeployments, page, type TestDeployments } from '../deployments/testing/open-deployments.ts';
import type { DeploymentRow } from '../deployments/index.ts';
import { openBlobSource } from '../../readers/edge/index.ts';
import { checkSearches, type CheckDeps } from '../../readers/search-checks/index.ts';
import { reportEnvironment, type ReportDeps } from './report-environment.ts';
import { followPullRequest } from './sync-pull-request.ts';
import { createFakePulls, type FakePulls } from './testing/fake-pulls.ts';

describe('a report to the code host', () => {
  let sites: TestDeployments;
  let deps: ReportDeps;
  let fake: FakePulls;
  let projectId = '';
  let branch = '';
  let head = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    fake = createFakePulls();
    const { connectRepository } = sites.deps;
    deps = {
      ...sites.deps,
      checkSearches: async () => undefined,
      database: sites.service.database as unknown as ReportDeps['database'],
      connectRepository: async (target) => ({ ...(await connectRepository(target)), host: fake.host }),
    };
    projectId = await sites.addProject(`proj_${count}`);
    branch = `feature-${count}`;
    head = commit();
    fake.open(7, { headBranch: branch, headSha: head });
  });
  const commit = (more: Readonly<Record<string, string | null>> = {}): string =>
    sites.repository.commit({ 'index.mdx': page(`Text ${(count += 1)}.`), ...more }, branch);
  const hint = () =>
    followPullRequest(deps, { organizationId: HOME, repository: `local:${projectId}`, pullRequest: 7, author: 'ada' });
  const queued = async (): Promise<string> => {
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/deployments?status=queued`);
    return json.deployments[0].deploymentId;
  };
  const report = async (): Promise<void> => {
    const last = sites.changed.findLast((one) => one.projectId === projectId);
    assert.ok(last !== undefined);
    await reportEnvironment(deps, last);
  };
  const openPreview = async (): Promise<void> => {
    await hint();
    await sites.run(await queued());
  };
  const url = async (): Promise<string> =>
    (await sites.service.request('GET', `/v1/projects/${projectId}/site`)).json.previews[0].url;

  test('is a status that changes from pending to success, and one comment with the plain link', async () => {
    await hint();
    await sites.run(await queued(), { building: report });
    assert.equal(fake.comments.size, 0, 'nothing is reported before the preview can be opened');
    await report();
    assert.deepEqual(
      fake.statuses.map(({ sha, context, state, url: link }) => [sha, context, state, link]),
      [
        [head, 'docwright/preview', 'pending', await url()],
        [head, 'docwright/preview', 'success', await url()],
      ],
    );
    const [text = ''] = fake.comments.values();
    assert.ok(text.includes(`: ${await url()}\n`), text);
    assert.doesNotMatch(text, /token|signature|\?/);
    assert.match(text, /- \[`index`\]/);
  });

  test('changes the same comment after later pushes, even if a response was lost', async () => {
    await openPreview();
    fake.losesAnswers = true;
    await assert.rejects(report(), /no answer/);
    fake.losesAnswers = false;
    await report();
    await report();
    assert.equal(fake.comments.size, 1);
    fake.open(7, { headBranch: branch, headSha: commit({ 'new.mdx': page('New.') }) });
    await openPreview();
    await report();
    assert.equal(fake.comments.size, 1);
    assert.match([...fake.comments.values()][0] ?? '', /\[`new`\]\(.*\/new\) \(added\)/);
  });

  test('by two workers at once, followed by a retry, creates one comment', async () => {
    await openPreview();
    const both = await Promise.allSettled([report(), report()]);
    await report();
    assert.ok(both.some(({ status }) => status === 'fulfilled'));
    assert.equal(fake.comments.size, 1);
  });

  test('does not treat another author’s comment as its own, even if it looks the same', async () => {
    fake.comments.set('1', '<!-- docwright:preview= --> <!-- docwright:preview=null -->');
    await openPreview();
    await report();
    assert.equal(fake.comments.size, 2);
    assert.equal(fake.comments.get('1'), '<!-- docwright:preview= --> <!-- docwright:preview=null -->');
  });

  test('is also a comment on a pull request that was opened after its branch was built', async () => {
    fake.pulls.clear();
    await sites.run(await sites.start(projectId, branch));
    await report();
    assert.equal(fake.comments.size, 0);
    fake.open(7, { headBranch: branch, headSha: head });
    await hint();
    await report();
    assert.equal(fake.comments.size, 1);
  });

  test('names only findings that the base’s live site does not have', async () => {
    sites.repository.commit({ 'base.mdx': page('[gone](/nowhere-base)') });
    await sites.run(await sites.start(projectId));
    sites.repository.git('branch', '-f', branch, 'main');
    commit({ 'next.mdx': page('[gone](/nowhere-next)') });
    await openPreview();
    await report();
    const [text = ''] = fake.comments.values();
    assert.match(text, /\*\*New findings\*\* \(compared with `main`\)\n\n(?:- .*\n)*- .* in `next\.mdx/);
    assert.doesNotMatch(text, /nowhere-base/);
    sites.repository.commit({ 'base.mdx': null });
  });

  test('says in the status and the comment that a commit can’t be built', async () => {
    commit({ 'docs.json': null });
    await openPreview();
    await report();
    assert.deepEqual(
      fake.statuses.map(({ state }) => state),
      ['failure'],
    );
    assert.match([...fake.comments.values()][0] ?? '', /could not be built/);
  });

  test('is stored as a problem if the code host refuses it, but fails if the code host is unavailable', async () => {
    fake.refusal = new CodeHostError('forbidden', 'The credential lacks a permission for this repository.');
    await openPreview();
    await report();
    const { rows } = await sites.service.database.pool.query(
      'SELECT problem FROM site_pull_requests WHERE project_id = $1',
      [projectId],
    );
    assert.match(rows[0].problem, /lacks a permission/);
    fake.refusal = new CodeHostError('unavailable', 'away');
    await assert.rejects(report(), /away/);
  });

  test('lists the searches that are worse in the preview than on the live site: golden searches, and searches by two readers', async () => {
    const { kysely, pool } = sites.service.database;
    const cache = new SharedReads();
    const { blobs, clock, log } = sites.deps;
    const checking = {
      database: { kysely, pool } as unknown as CheckDeps['database'],
      clock,
      log,
      openBundle: async (bundle: Parameters<CheckDeps['openBundle']>[0]) => {
        const stored = { site: projectId, blobKey: bundle.blob_key, sizeBytes: bundle.size_bytes };
        return (await openBlobSource({ blobs, cache }, stored)).source;
      },
    };
    deps = { ...deps, checkSearches: (environment, one) => checkSearches(checking, environment, one) };
    sites.repository.commit({ 'index.mdx': page('Each key has a quota of 50 calls, counted by the hour.') });
    await sites.run(await sites.start(projectId));
    sites.repository.git('branch', '-f', branch, 'main');
    // Branches start at the last commit, and another test commits a site without docs.json.
    commit({ 'docs.json': docsJson });
    await pool.query(
      `insert into search_checks (project_id, questions, updated_at) values ($1, '[{"query": "quota", "path": "/"}]', now())`,
      [projectId],
    );
    await pool.query(
      `insert into analytics_daily (project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, target, last_at)
       select $1, (now() - interval '2 days')::date, 'search', query, 9, 0, visitors, 0, 1, '/', now()
       from (values ('hour', 2), ('counted', 1), ('hour ada@example.com', 5), ('hour nothing else', 0)) as v (query, visitors)`,
      [projectId],
    );
    await openPreview();
    await report();
    const [text = ''] = fake.comments.values();
    assert.ok(
      text.endsWith(
        '- worse: `quota`: 1 → not found, no longer answered (`/`)\n- worse: `hour`: 1 → not found (`/`)\n',
      ),
      text,
    );
    assert.doesNotMatch(text, /ada|counted/);
    // Known results aren't computed again, and an unreadable bundle is not a failure.
    const broken = { ...checking, openBundle: () => Promise.reject(new Error('gone')) };
    deps = { ...deps, checkSearches: (environment, one) => checkSearches(broken, environment, one) };
    await report();
    assert.equal([...fake.comments.values()][0], text);
    await pool.query('delete from deployment_search_checks');
    await report();
    assert.doesNotMatch([...fake.comments.values()][0] ?? '', /quota/);
  });

  test('on a fork doesn’t compare searches', async () => {
    const openBundle = () => assert.fail('a fork’s bundle was opened');
    const { clock, log } = sites.deps;
    const { kysely, pool } = sites.service.database;
    const checking = { database: { kysely, pool } as unknown as CheckDeps['database'], clock, log, openBundle };
    const preview = { kind: 'preview', pull_request: 7 } as const;
    assert.equal(await checkSearches(checking, preview, { id: 'd' } as unknown as DeploymentRow), undefined);
  });

  test('on production is only a commit status, without a comment', async () => {
    const main = sites.repository.commit({ 'index.mdx': page(`Main ${count}`) });
    await sites.run(await sites.start(projectId));
    await report();
    assert.deepEqual(
      fake.statuses.map(({ sha, context, state }) => [sha, context, state]),
      [[main, 'docwright/production', 'success']],
    );
    assert.equal(fake.comments.size, 0);
  });
});
