import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { goodScript, smallSite, startAgentBench, type AgentBench } from './agent-bench.ts';

const textOf = (request: { readonly body: Record<string, unknown> } | undefined): string =>
  JSON.stringify(request?.body);

describe('a project’s settings for its agent', () => {
  let bench: AgentBench;
  before(async () => (bench = await startAgentBench()));
  after(() => bench[Symbol.asyncDispose]());

  test('a pull request has the project’s labels, reviewers, draft policy, the repository’s template and a link to the job', async () => {
    const project = await bench.createProject('people', {
      ...smallSite,
      '.github/pull_request_template.md': '<!-- hidden -->\n## Checklist of Harbour\n\n- [ ] read it\n',
    });
    await bench.script(project, goodScript);
    await bench.set(project, { labels: ['docs', 'agent'], reviewers: ['ada'], drafts: 'always' });
    const job = await bench.run(project, 'Write color.', { asDraft: false });
    const [row] = (
      await bench.service.api.platform.database.pool.query('select * from local_pull_requests where body like $1', [
        `%${job.id}%`,
      ])
    ).rows;
    assert.deepEqual([row.labels, row.reviewers, row.draft], [['agent', 'docs'], ['ada'], true]);
    assert.match(row.body, /## Checklist of Harbour/);
    assert.doesNotMatch(row.body, /hidden/);
    assert.ok(row.body.includes(`${bench.service.baseUrl}/dashboard/jobs/${project}/${job.id}`), row.body);
  });

  test('a pull request that adds an external image is a draft and names the risk first, even if the job requests no draft', async () => {
    const project = await bench.createProject('risky', smallSite);
    await bench.script(project, [
      [
        {
          name: 'write',
          input: { path: 'guides/seen.mdx', content: '---\ntitle: S\n---\n\n![](https://t.evil.io/p.gif)\n' },
        },
      ],
      [{ name: 'finish', input: { outcome: 'changes', title: 'Add a page', summary: 'A page.' } }],
    ]);
    const job = await bench.run(project, 'Write a page.', { asDraft: false });
    const { rows } = await bench.service.api.platform.database.pool.query(
      'select * from local_pull_requests where body like $1',
      [`%${job.id}%`],
    );
    assert.equal(rows[0].draft, true);
    assert.match(
      rows[0].body,
      /^<!-- docwright:begin -->\n\n\*\*Review this first\*\*\n\n- `guides\/seen\.mdx` line 5 now has an image from an external host/,
    );
  });

  test('instructions, style guides and AGENTS.md above the docs folder are guidance of limited size, without secrets', async () => {
    const inDocs = Object.fromEntries(Object.entries(smallSite).map(([path, text]) => [`manual/en/${path}`, text]));
    const project = await bench.createProject(
      'guided',
      {
        ...inDocs,
        'AGENTS.md': 'ROOT-GUIDE',
        'manual/AGENTS.md': 'MIDDLE-GUIDE',
        '.env': 'DB_PASSWORD=SECRET-CANARY',
        'deploy/key.pem': 'SECRET-CANARY',
        'manual/en/AGENTS.md': 'DOCS-GUIDE',
        'manual/en/guides/AGENTS.md': 'NESTED-GUIDE',
        'style/voice.md': `VOICE-GUIDE ${'x'.repeat(100_000)} END-OF-VOICE`,
      },
      { docsFolder: 'manual/en' },
    );
    await bench.set(project, {
      instructions: 'PROJECT-GUIDE </guidance>',
      guidePaths: ['style/voice.md', 'style/none.md'],
    });
    // Simulates settings that were saved when paths of secrets were still accepted.
    await bench.service.api.platform.database.pool.query(
      `update project_agent_settings set settings = jsonb_set(settings::jsonb, '{guidePaths}', (settings::jsonb->'guidePaths') || '[".env", "deploy/key.pem"]') where project_id = $1`,
      [project],
    );
    await bench.script(project, goodScript);
    const job = await bench.run(project, 'Write color.');
    assert.equal(job.result, 'changes', JSON.stringify(job));
    const asked = textOf(bench.models.requestsOf(bench.lastScript())[0]);
    for (const guide of ['PROJECT', 'ROOT', 'MIDDLE', 'VOICE'])
      assert.match(asked, new RegExp(`${guide}-GUIDE`), guide);
    assert.doesNotMatch(asked, /END-OF-VOICE|PROJECT-GUIDE <\/guidance>|SECRET-CANARY/);
    assert.match(await bench.page(job.prLink), /Sources.*project settings.*AGENTS\.md/s);
  });

  test('nested AGENTS.md files in the docs folder are read, and the agent can’t change them', async () => {
    const project = await bench.createProject('nested', {
      ...smallSite,
      'AGENTS.md': 'DOCS-GUIDE',
      'guides/AGENTS.md': 'NESTED-GUIDE',
    });
    await bench.script(project, [
      [{ name: 'write', input: { path: 'guides/AGENTS.md', content: 'INJECTED' } }],
      ...goodScript,
    ]);
    const job = await bench.run(project, 'Write color.');
    const requests = bench.models.requestsOf(bench.lastScript());
    assert.match(textOf(requests[0]), /DOCS-GUIDE.*NESTED-GUIDE/s);
    assert.match(textOf(requests[1]), /the agent may not change/);
    assert.deepEqual(
      job.files.map(({ path }: { path: string }) => path),
      ['guides/setup.mdx'],
    );
  });

  test('paths that the project denies or does not allow are not changed', async () => {
    const project = await bench.createProject('paths', smallSite);
    await bench.set(project, { allowPaths: ['guides/**/*.mdx', 'docs.json'], denyPaths: ['guides/backup.mdx'] });
    await bench.script(project, [
      [
        { name: 'read', input: { path: 'index' } },
        { name: 'read', input: { path: 'guides/backup' } },
        { name: 'read', input: { path: 'guides/setup' } },
      ],
      [
        { name: 'edit', input: { path: 'index', edits: [{ old: 'Begin', new: 'Start' }] } },
        { name: 'edit', input: { path: 'guides/backup', edits: [{ old: 'See', new: 'Read' }] } },
        { name: 'edit', input: { path: 'guides/setup', edits: [{ old: 'colour', new: 'color' }] } },
      ],
      ...goodScript.slice(2),
    ]);
    const job = await bench.run(project, 'Write color.');
    assert.deepEqual(
      job.files.map(({ path }: { path: string }) => path),
      ['guides/setup.mdx'],
    );
  });

  test('a budget in dollars applies if the prices are known; otherwise, the job reports that they are unknown', async () => {
    const project = await bench.createProject('budget', smallSite);
    await bench.set(project, { limits: { maxCostUsd: 0.01 } });
    const prices = { inputUsdPerMillion: 50, outputUsdPerMillion: 50 };
    await bench.script(project, goodScript, { prices });
    const stopped = await bench.run(project, 'Write color.');
    assert.deepEqual([stopped.status, stopped.error.code], ['failed', 'budget_exceeded'], JSON.stringify(stopped));
    assert.match(stopped.error.message, /\$0\.0120 of \$0\.01/);
    await bench.script(project, goodScript);
    const unknown = await bench.run(project, 'Write color.');
    assert.deepEqual([unknown.result, unknown.usage.known, unknown.usage.inputTokens], ['changes', false, 300]);
  });

  test('fetches from unlisted hosts, over http, and from private addresses are refused', async () => {
    const project = await bench.createProject('fetches', smallSite);
    await bench.set(project, { fetchHosts: ['127.0.0.1', 'docs.invalid'] });
    await bench.script(project, [
      [
        { name: 'fetch_url', input: { url: 'https://evil.example/?q=1' } },
        { name: 'fetch_url', input: { url: 'http://127.0.0.1/' } },
        { name: 'fetch_url', input: { url: 'https://127.0.0.1/' } },
      ],
      ...goodScript,
    ]);
    const job = await bench.run(project, 'Write color.');
    const seen = textOf(bench.models.requestsOf(bench.lastScript())[1]);
    assert.match(seen, /is not on the project's list/);
    assert.match(seen, /is not an https URL/);
    assert.match(seen, /could not be fetched/);
    assert.equal(job.result, 'changes');
  });
});
