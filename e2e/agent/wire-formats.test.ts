import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { wireFormats } from '../../packages/server/src/platform/models/testing/wire-formats.ts';
import { goodScript, requireOk, smallSite, startAgentBench, toModel, type AgentBench } from './agent-bench.ts';
import { startGitHub, type EmulatedGitHub } from './emulated-github.ts';

describe('a scripted model in every provider’s wire format', () => {
  let bench: AgentBench;
  let github: EmulatedGitHub;
  before(async () => {
    github = await startGitHub(smallSite);
    bench = await startAgentBench(github.settings, github.hosts);
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
    await github[Symbol.asyncDispose]();
  });

  for (const { provider, label } of wireFormats) {
    test(`${provider}: ends with the right diff, usage and pull request on the embedded code host`, async () => {
      const project = await bench.createProject(`wire-${provider}`, smallSite);
      const prices = { inputUsdPerMillion: 10, outputUsdPerMillion: 100 };
      await bench.script(project, goodScript, { provider, prices });
      const job = await bench.run(project, 'Write color.');
      assert.deepEqual([job.status, job.result, job.error], ['completed', 'changes', null], JSON.stringify(job));
      assert.equal(job.model, label);
      assert.deepEqual(job.files, [{ path: 'guides/setup.mdx', change: 'modified', added: 1, removed: 1 }]);
      assert.deepEqual(job.usage, {
        inputTokens: 300,
        cachedInputTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 60,
        costUsd: 0.009,
        known: true,
      });
      assert.match(await bench.diff(project, job.id), /^-The colour of the sea\.\n\+The color of the sea\.$/m);
      assert.match(await bench.page(job.prLink), /Use &quot;color&quot;/);
    });
  }

  test('ends with the right commit and one pull request on GitHub’s API and git over HTTP', async () => {
    const project = await github.createProject(bench.service, 'wire-github');
    await bench.script(project, goodScript);
    const job = await bench.run(project, 'Write color.');
    assert.deepEqual([job.status, job.result, job.error], ['completed', 'changes', null], JSON.stringify(job));
    const pulls = await github.pulls('wire-github');
    assert.equal(pulls.length, 1);
    assert.deepEqual([pulls[0]?.head.ref, pulls[0]?.base.ref], [job.source.ref, 'main']);
    assert.match(pulls[0]?.body ?? '', new RegExp(`docwright:job=${job.id}`));
    const patch = github.git('wire-github', 'diff', 'main', job.source.ref);
    assert.match(patch, /^-The colour of the sea\.\n\+The color of the sea\.$/m);
    assert.equal(github.git('wire-github', 'diff', '--name-only', 'main', job.source.ref), 'guides/setup.mdx');
  });

  test('a fallback model answers if the first model can’t, and the job names the model that answered', async () => {
    const project = await bench.createProject('wire-fallback', smallSite);
    const first = bench.models.add('down', 'anthropic', [{ status: 401, body: { error: { message: 'no' } } }]);
    const second = bench.models.add('up', 'openai', goodScript);
    const models = [
      toModel('anthropic', first.baseUrl, { key: 'key-one-11' }),
      toModel('openai', second.baseUrl, {
        key: 'key-two-22',
        prices: { inputUsdPerMillion: 0, outputUsdPerMillion: 0 },
      }),
    ];
    requireOk(await bench.service.request('PUT', `/v1/projects/${project}/models`, { body: { models } }));
    const job = await bench.run(project, 'Write color.');
    assert.deepEqual([job.result, job.model], ['changes', 'openai/m-1-answered'], JSON.stringify(job));
    assert.equal(bench.models.requestsOf('down').length, 3);
    const again = await bench.followUp(project, job.id, 'Once more.');
    assert.equal(again.model, 'openai/m-1-answered', 'a follow-up also uses the project’s fallbacks');
  });
});
