import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openAutomatedDocs, pullRequest, type AutomatedDocs } from './testing/automated-docs.ts';

describe('a push to a branch that an automation follows', () => {
  let automated: AutomatedDocs;
  before(async () => {
    automated = await openAutomatedDocs();
  });
  after(() => automated.close());

  const following = async (more: object = {}) => {
    const automation = await automated.create({ trigger: { type: 'content_update', ...more } });
    await automated.follow(automation.id);
    return automation;
  };
  const eventsOf = async (id: string) => {
    const { rows } = await automated.deps.database.pool.query(
      'SELECT evidence, depth FROM automation_events WHERE automation_id = $1 ORDER BY received_at',
      [id],
    );
    return rows as { evidence: { kind: string; text: string; source: string }[]; depth: number }[];
  };

  test('is one event with its commits and changes, however often it is reported', async () => {
    const automation = await following();
    const sha = await automated.push({ 'index.mdx': 'Changed.\n' });
    await Promise.all([1, 2, 3].map(() => automated.follow(automation.id)));
    await automated.follow(automation.id);
    const [event, ...others] = await eventsOf(automation.id);
    assert.deepEqual(others, []);
    const [commit, diff] = event?.evidence ?? [];
    assert.deepEqual(
      [commit?.kind, commit?.text, commit?.source],
      ['commit', 'Changed index.mdx', `https://docs.example/git/home/docs@${sha}`],
    );
    assert.match(diff?.text ?? '', /^-Start\.$[^]*^\+Changed\.$/m);
  });

  test('a push from before the automation was created is not an event', async () => {
    const automation = await following();
    await automated.follow(automation.id);
    assert.deepEqual(await eventsOf(automation.id), []);
  });

  test('is not an event if it changes no path of the trigger or its author is excluded', async () => {
    const byPath = await following({ paths: ['guides/**'] });
    const byBraces = await following({ paths: ['{guides/{a,b},api}/*.{md,mdx}'] });
    const byAuthor = await following({ excludeAuthors: ['ADA@example.com'] });
    await automated.push({ 'index.mdx': 'Elsewhere.\n' });
    const all = [byPath, byBraces, byAuthor];
    const countEvents = async () => {
      for (const { id } of all) await automated.follow(id);
      return Promise.all(all.map(async ({ id }) => (await eventsOf(id)).length));
    };
    assert.deepEqual(await countEvents(), [0, 0, 0]);
    await automated.push({ 'guides/c/b.mdx': 'Deep.\n' });
    assert.deepEqual(await countEvents(), [1, 0, 0]);
    await automated.push({ 'guides/a/b.mdx': 'Deep.\n' });
    assert.deepEqual(await countEvents(), [2, 1, 0]);
  });

  test('shows neither files that store secrets nor credentials in other files', async () => {
    const automation = await following();
    const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await automated.push({ '.env': `KEY=${key}\n`, 'index.mdx': `The key is ${key}.\n` });
    await automated.follow(automation.id);
    const [event] = await eventsOf(automation.id);
    const text = JSON.stringify(event?.evidence);
    assert.doesNotMatch(text, /KEY=|a1B2c3/);
    assert.match(text, /The key is/);
    await automated.push({ '.env': 'KEY=other\n' });
    await automated.follow(automation.id);
    assert.equal((await eventsOf(automation.id)).length, 1);
  });

  test('with 1,000 merges, reported one by one, is one event for one run', async () => {
    const automation = await following();
    await moveTo(commitMany(1_000));
    await Promise.all(Array.from({ length: 20 }, () => automated.follow(automation.id)));
    const [event, ...others] = await eventsOf(automation.id);
    assert.deepEqual([event?.evidence.length, others.length], [21, 0]);
    await Promise.all(Array.from({ length: 5 }, () => automated.advance(automation.id)));
    const runs = await automated.runsOf(automation.id);
    assert.deepEqual(
      runs.map(({ events }) => events),
      [1],
    );
  });

  test('a push by an automation of the same project starts no run, but people’s commits in the same push do', async () => {
    const automation = await following();
    const other = await automated.create({});
    await automated.run(other.id);
    const [run] = await automated.runsOf(other.id);
    const ours = async (files: Record<string, string>, message: string) => {
      const { docs } = automated;
      const made = await docs.mirror.commitOverlay({
        base: (await docs.headOf('main')) ?? '',
        changes: Object.entries(files).map(([path, content]) => ({ path, content })),
        message,
        author: { name: 'Bob', email: 'bob@example.com' },
        date: new Date(),
      });
      return 'sha' in made ? made.sha : '';
    };
    const squashed = await ours(
      { 'index.mdx': 'By the agent.\n' },
      `Nightly: fix (#7)\n\nDocwright-Job: ${run?.job_id}\nDocwright-Model: m`,
    );
    await moveTo(squashed);
    await automated.follow(automation.id);
    assert.deepEqual(await eventsOf(automation.id), []);
    await automated.push({ 'people.mdx': 'By people.\n' });
    await automated.follow(automation.id);
    const [event] = await eventsOf(automation.id);
    assert.deepEqual(
      event?.evidence.flatMap(({ kind, text }) => (kind === 'commit' ? [text] : [])),
      ['Changed people.mdx'],
    );
    await automated.endJob(other.id, { result: 'changes', pullRequest: pullRequest(3) });
  });

  const git = (args: readonly string[], input?: string): string => {
    const folder = fileURLToPath(new URL(automated.docs.mirror.remote.url));
    return execFileSync('git', ['--git-dir', folder, ...args], { encoding: 'utf8', input }).trim();
  };
  const commitMany = (count: number): string => {
    const commits = Array.from({ length: count }, (_, n) => {
      const from = n === 0 ? 'from refs/heads/main^0\n' : '';
      const text = `Merge ${n}.`;
      return `commit refs/heads/many\ncommitter Ada <ada@example.com> ${n} +0000\ndata 1\nm\n${from}M 100644 inline many.mdx\ndata ${text.length}\n${text}\n`;
    });
    git(['fast-import', '--quiet', '--force'], commits.join(''));
    return git(['rev-parse', 'refs/heads/many']);
  };
  const moveTo = async (sha: string): Promise<void> => {
    const { mirror } = automated.docs;
    if (!isThere(sha)) await mirror.push({ branch: `docwright/x${sha.slice(0, 8)}`, sha, expected: null });
    git(['update-ref', 'refs/heads/main', sha]);
  };
  const isThere = (sha: string): boolean => {
    try {
      return git(['cat-file', '-t', sha]) === 'commit';
    } catch {
      return false;
    }
  };
});
