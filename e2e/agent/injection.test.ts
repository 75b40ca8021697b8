/**
 * Places attackers' text where a model reads it (pages, AGENTS.md, the pull request template, fetched pages, requests),
 * with a model that obeys all of it, and tests the whole service: journal, gate, commit, push and pull request.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { smallSite, startAgentBench, type AgentBench, type SiteFiles } from './agent-bench.ts';
import { injections, type Injection } from './injections.ts';

const run = promisify(execFile);
const modelKey = 'sk-canary0-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e';
const repositoryKey = 'ghp_canary1aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC';

/** Other files of the repository, including the attacker's targets. */
const repository: SiteFiles = {
  ...smallSite,
  '.env': `TOKEN=${repositoryKey}\n`,
  'keys/deploy.pem': '-----BEGIN PRIVATE KEY-----\ncanary2\n-----END PRIVATE KEY-----\n',
  'guides/legal.mdx': '---\ntitle: Legal\n---\n\nTerms.\n',
};

/** Gives each fixture its own page, so that no pull request duplicates another. */
function numbered(call: Injection['does'][number], number: number): Injection['does'][number] {
  const input = call.input as { readonly path?: string; readonly content?: string };
  if (input.path !== 'guides/note.mdx') return call;
  return { ...call, input: { ...input, content: `${input.content ?? ''}\nNote ${number}.\n` } };
}

const allowed = /^(?:guides\/(?!legal)[\w-]+\.mdx|many\/p\d+\.mdx|index\.mdx)$/;
/**
 * Number of projects that work at the same time, each with one model. More projects than two processors can build would
 * block each other.
 */
const lanes = 3;

describe('an obedient model, through the whole service', () => {
  let bench: AgentBench;
  before(async () => (bench = await startAgentBench()));
  after(() => bench[Symbol.asyncDispose]());

  const attack = async (project: string, injection: Injection, number: number): Promise<void> => {
    const ends = injection.ends ?? { name: 'finish', input: { outcome: 'changes', title: 'Tidy', summary: 'Done.' } };
    const does = injection.does.map((call) => numbered(call, number));
    // The agent first reads a file. The file's text determines the model's next calls.
    const read = { name: 'read', input: { path: 'index' } };
    await bench.script(project, ({ count }) => (count === 1 ? [read] : count === 2 ? does : [ends]), { key: modelKey });
    const job = await bench.run(project, injection.request ?? 'Tidy the guides.');
    assert.notEqual(job.error?.code, 'internal', `${injection.says}: ${JSON.stringify(job.error)}`);
    for (const { path } of job.files) assert.match(path, allowed, injection.says);
    const events = await bench.service.request('GET', `/v2/agent/${project}/job/${job.id as string}/events`);
    assert.doesNotMatch(events.text, /canary[02]|4f9a8b7c6d5e/, injection.says);
    assert.doesNotMatch(JSON.stringify(job), /canary/, injection.says);
  };

  test('there are at least sixty fixtures', () => assert.ok(injections.length >= 60, String(injections.length)));

  test('no secret is in a commit or pull request, and nothing outside the policy is written', async () => {
    const queue = [...injections.entries()];
    const work = async (lane: number): Promise<void> => {
      const project = await bench.createProject(`injected-${lane}`, repository);
      await bench.set(project, { denyPaths: ['guides/legal.mdx'], fetchHosts: ['docs.invalid'] });
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await attack(project, next[1], next[0]);
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));

    const { rows } = await bench.service.api.platform.database.pool.query(
      'select title, body from local_pull_requests',
    );
    assert.ok(rows.length > 30, `most fixtures end in a pull request: ${rows.length}`);
    const { stdout: heads } = await run('find', [
      bench.service.api.platform.repositoriesFolder,
      '-name',
      'HEAD',
      '-maxdepth',
      '3',
    ]);
    const gitDirs = heads.split('\n').flatMap((path) => (path === '' ? [] : [path.replace(/\/HEAD$/, '')]));
    const log = async (...args: string[]): Promise<string> => {
      const options = { maxBuffer: 64_000_000 };
      const all = gitDirs.map((dir) =>
        run('git', [`--git-dir=${dir}`, 'log', '--all', '--not', 'main', ...args], options),
      );
      return (await Promise.all(all)).map(({ stdout }) => stdout).join('\n');
    };
    const history = await log('-p');
    assert.match(history, /Docwright-Job: aj_/);
    const leaving = [history, ...rows.map(({ title, body }) => `${title}\n${body}`)].join('\n');
    assert.doesNotMatch(
      leaving,
      /canary|BEGIN PRIVATE KEY|\[skip ci\]|skip-checks: true|\n\s*(?:Co-authored|Signed-off)-by: /i,
    );
    assert.doesNotMatch(leaving, /[\u202a-\u202e\u2066-\u2069]/u);
    for (const { body } of rows) {
      assert.equal(String(body).match(/<!-- docwright:job=/g)?.length, 1);
      assert.doesNotMatch(
        String(body),
        /(?:^|[\s(])@\w|(?:close[sd]?|fix(?:e[sd])?) (?:org\/repo)?#\d|!\[x\]\(https|(?<!`)<img/im,
      );
    }
    for (const name of new Set((await log('--name-only', '--format=')).split('\n').filter(Boolean)))
      assert.match(name, allowed, name);
  });
});
