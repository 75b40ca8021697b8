import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Trouble } from '../../packages/server/src/platform/code-host/testing/fake-hosts/fake-host.ts';
import {
  goodScript,
  requireOk,
  smallSite,
  startAgentBench,
  type AgentBench,
  type JobAnswer,
} from '../agent/agent-bench.ts';
import {
  gitCredentials,
  hostNames,
  startEveryHost,
  type EveryHost,
  type HostName,
  type RepositoryOptions,
} from './every-host.ts';

interface State {
  readonly name: string;
  readonly repository: RepositoryOptions;
  /** Fields of the request that creates the job, in addition to its prompt. */
  readonly job?: Readonly<Record<string, unknown>>;
  readonly ends: string;
  readonly remedy: RegExp;
  /** Hosts that can't be in this state or can't detect it. */
  readonly notOn?: readonly HostName[];
}

const inTrouble = (trouble: Trouble): RepositoryOptions => ({ trouble });

/** Problems that are detected before the first model call, and the errors that the job's owner sees. */
const states: readonly State[] = [
  {
    name: 'whose token was revoked',
    repository: inTrouble('revoked'),
    ends: 'permission_denied',
    remedy: /new credential/,
  },
  {
    name: 'that doesn’t exist',
    repository: inTrouble('gone'),
    ends: 'repository_not_found',
    remedy: /address.*credentials can access/,
  },
  { name: 'that was renamed', repository: inTrouble('renamed'), ends: 'repository_moved', remedy: /http.*-renamed\.$/ },
  {
    name: 'that was archived',
    repository: inTrouble('archived'),
    ends: 'permission_denied',
    remedy: /Unarchive/,
    // On this host, whole projects are archived, which the push reports.
    notOn: ['bitbucket'],
  },
  {
    name: 'that is read-only',
    repository: inTrouble('read-only'),
    ends: 'permission_denied',
    remedy: /write access/,
  },
  {
    name: 'that doesn’t accept pull requests',
    repository: inTrouble('pull-requests-off'),
    ends: 'permission_denied',
    remedy: /Turn them on/,
    notOn: ['bitbucket'],
  },
  {
    name: 'whose pull requests the token can’t read',
    repository: inTrouble('pull-requests-forbidden'),
    ends: 'permission_denied',
    remedy: /contents and pull requests/,
    // On this host, one scope covers both.
    notOn: ['gitlab', 'gitea'],
  },
  {
    name: 'that git can’t read',
    repository: inTrouble('git-refused'),
    ends: 'permission_denied',
    remedy: /write access/,
  },
  {
    name: 'without a commit',
    repository: { files: 'none' },
    ends: 'repository_empty',
    remedy: /first commit with docs\.json/,
  },
  {
    name: 'without docs.json',
    repository: { files: { 'readme.md': '# Hi\n' } },
    ends: 'no_docs_config',
    remedy: /docsFolder/,
  },
  { name: 'without the branch', repository: {}, job: { branch: 'next' }, ends: 'branch_not_found', remedy: /branch/ },
];

describe('every code host', () => {
  let bench: AgentBench;
  let everyHost: EveryHost;
  before(async () => {
    everyHost = await startEveryHost(smallSite);
    bench = await startAgentBench(everyHost.settings, everyHost.hosts);
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
    await everyHost[Symbol.asyncDispose]();
  });

  let projects = 0;
  const create = async (host: HostName, options?: RepositoryOptions) => {
    const repository = everyHost.createRepository(host, `docs-${(projects += 1)}`, options);
    const body = { name: `${host} ${projects}`, repository: repository.address };
    const project: string = requireOk(await bench.service.request('POST', '/v1/projects', { body })).id;
    await bench.script(project, goodScript);
    return { ...repository, project };
  };

  for (const host of hostNames) {
    test(`${host}: clones and pushes with git over HTTP and the host’s type of credential, and creates one pull request`, async () => {
      const { project, fake, git } = await create(host);
      const job: JobAnswer = await bench.run(project, 'Write color.');
      assert.deepEqual([job.status, job.result], ['completed', 'changes'], JSON.stringify(job));
      const patch = git('diff', 'main', job.source.ref);
      assert.match(patch, /^-The colour of the sea\.\n\+The color of the sea\.$/m);
      assert.deepEqual(
        fake.pulls.map(({ head, base, state }) => [head, base, state]),
        [[job.source.ref, 'main', 'open']],
      );
      assert.match(fake.pulls[0]?.body ?? '', new RegExp(`docwright:job=${job.id as string}`));
      assert.ok(job.prLink.startsWith(`${everyHost.servers[host].url}/${fake.name}/`), job.prLink);
      const sent = new Set(everyHost.servers[host].gitAuthorizations);
      // git doesn't request credentials, because the header is sent from the first request on.
      assert.deepEqual([...sent], [gitCredentials[host]]);
    });

    test(`${host}: a token that is revoked while the agent works ends as permission_denied, without a pull request`, async () => {
      const { project, fake } = await create(host);
      await bench.script(project, ({ count }) => {
        if (count === 2) fake.trouble = 'revoked';
        return goodScript[count - 1] ?? [];
      });
      const job: JobAnswer = await bench.run(project, 'Write color.');
      assert.deepEqual([job.status, job.error?.code], ['failed', 'permission_denied'], JSON.stringify(job));
      assert.equal(fake.pulls.length, 0);
      // With a new token, the follow-up continues from the previous work.
      fake.trouble = undefined;
      await bench.script(project, goodScript);
      const resumed: JobAnswer = await bench.followUp(project, job.id, 'Continue.');
      assert.equal(resumed.result, 'changes', JSON.stringify(resumed));
      assert.equal(fake.pulls.length, 1);
    });

    test(`${host}: a rejected push ends as permission_denied, without a pull request`, async () => {
      const { project, fake } = await create(host, inTrouble('push-refused'));
      const job: JobAnswer = await bench.run(project, 'Write color.');
      assert.deepEqual([job.status, job.error?.code], ['failed', 'permission_denied'], JSON.stringify(job));
      assert.match(job.error.remedy, /push branches that start with docwright\//);
      assert.equal(fake.pulls.length, 0);
    });

    for (const { name, repository, job: body, ends, remedy, notOn = [] } of states) {
      if (notOn.includes(host)) continue;
      test(`${host}: a repository ${name} ends as ${ends} before a model is called`, async () => {
        const { project, fake } = await create(host, repository);
        const job: JobAnswer = await bench.run(project, 'Write color.', body);
        assert.deepEqual([job.status, job.error?.code], ['failed', ends], JSON.stringify(job));
        assert.match(job.error.remedy, remedy);
        assert.equal(bench.models.requestsOf(bench.lastScript()).length, 0);
        assert.equal(fake.pulls.length, 0);
      });
    }
  }
});
