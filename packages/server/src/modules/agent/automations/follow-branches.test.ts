import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER, principalOf } from '../../../testing/module-database.ts';
import { followBranches } from './follow-branches.ts';
import { readNewest } from './read-newest.ts';
import { runNow } from './run-now.ts';
import { createAutomation } from './save-automation.ts';
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

  /** Returns the commits that the newest event quotes. */
  const quotedBy = async (id: string) =>
    (await eventsOf(id)).at(-1)?.evidence.flatMap(({ kind, text }) => (kind === 'commit' ? [text] : []));

  test('is one event with its commits and changes, even if it is reported several times', async () => {
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

  test('is not an event if it is older than the automation', async () => {
    const automation = await following();
    await automated.follow(automation.id);
    assert.deepEqual(await eventsOf(automation.id), []);
  });

  test('is not an event if it changes none of the trigger’s paths, or its author is excluded', async () => {
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

  test('counts only if it changes the docs folder, and quotes only changes there', async () => {
    const { pool } = automated.deps.database;
    await pool.query(`UPDATE projects SET docs_folder = 'manual' WHERE id = 'project'`);
    try {
      const automation = await following();
      await automated.push({ 'src/plan.ts': 'Secret plan.\n', 'manuals.mdx': 'Outside.\n' });
      await automated.follow(automation.id);
      assert.deepEqual(await eventsOf(automation.id), []);
      await automated.push({ 'src/plan.ts': 'Other plan.\n', 'manual/a.mdx': 'Inside.\n' });
      await automated.follow(automation.id);
      const diffs = (await eventsOf(automation.id)).flatMap(({ evidence }) =>
        evidence.flatMap(({ kind, text }) => (kind === 'diff' ? [text] : [])),
      );
      assert.match(diffs.join('\n'), /^\+Inside\.$/m);
      assert.doesNotMatch(diffs.join('\n'), /plan|Outside/);
    } finally {
      await pool.query(`UPDATE projects SET docs_folder = '' WHERE id = 'project'`);
    }
  });

  test('with 1,000 commits is one event for one run, even if it is reported many times', async () => {
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

  test('is not an event if an automation of the project made it, but is if it includes people’s commits', async () => {
    const automation = await following();
    const other = await automated.create({});
    await automated.run(other.id);
    const [run] = await automated.runsOf(other.id);
    await squash(run?.job_id, 'By the agent.\n');
    await automated.follow(automation.id);
    assert.deepEqual(await eventsOf(automation.id), []);
    await automated.push({ 'people.mdx': 'By people.\n' });
    await automated.follow(automation.id);
    assert.deepEqual(await quotedBy(automation.id), ['Changed people.mdx']);
    await automated.endJob(other.id, { result: 'changes', pullRequest: pullRequest(3) });
  });

  test('is an event after one step of a chain of automations, but not after two', async () => {
    const { database } = automated.deps;
    const automation = await following();
    await insertProject(database, 'neighbor', { repository: 'local:docs' });
    const name = { principal: principalOf(), projectId: 'neighbor' };
    const body = { name: 'Next door', trigger: { type: 'event' as const }, instructions: 'fix broken links' };
    const { row: other } = await createAutomation(automated.deps, { ...name, body });
    await runNow(automated.deps, { ...name, id: other.id, asWorkflow: false }, new AbortController().signal);
    const [run] = await automated.runsOf(other.id);
    const depthsAfter = async (change: object, text: string) => {
      await database.kysely.updateTable('automation_runs').set(change).where('automation_id', '=', other.id).execute();
      await squash(run?.job_id, text);
      await automated.follow(automation.id);
      return (await eventsOf(automation.id)).map(({ depth }) => depth);
    };
    assert.deepEqual(await depthsAfter({ depth: 1 }, 'First step.\n'), [2]);
    await automated.advance(automation.id);
    assert.equal((await automated.runsOf(automation.id))[0]?.depth, 2);
    assert.deepEqual(await depthsAfter({ depth: 2 }, 'Second step.\n'), [2]);
    await automated.push({ 'people.mdx': 'By people, in the same push.\n' });
    assert.deepEqual(await depthsAfter({ depth: 2 }, 'Third step.\n'), [2, 1]);
    assert.deepEqual(await quotedBy(automation.id), ['Changed people.mdx']);
    const { events } = await readNewest(automated.deps, automation, new AbortController().signal);
    assert.deepEqual(
      events.slice(0, 2).map(({ text, ignored }) => [text, ignored]),
      [
        ['Nightly: fix (#7)', 'It is the result of a chain of automations.'],
        ['Changed people.mdx', null],
      ],
    );
    // Another organization's job is unknown here, even if a commit names it.
    assert.deepEqual(await depthsAfter({ organization_id: OTHER }, 'By somebody else.\n'), [2, 1, 1]);
  });

  test('that removes commits is about the new commits only', async () => {
    const automation = await following();
    const before = (await automated.docs.headOf('main')) ?? '';
    await automated.push({ 'removed.mdx': 'Removed later.\n' });
    await automated.follow(automation.id);
    await moveTo(before);
    await automated.push({ 'added.mdx': 'New.\n' });
    await automated.follow(automation.id);
    const [, forced, ...others] = await eventsOf(automation.id);
    assert.deepEqual(others, []);
    const texts = forced?.evidence.map(({ text }) => text) ?? [];
    assert.equal(texts[0], 'Changed added.mdx');
    assert.doesNotMatch(texts.join('\n'), /removed\.mdx/);
  });

  test('to a context repository quotes only files that the agent can read', async () => {
    const { docs } = automated;
    const folder = join(docs.folder, 'code');
    await mkdir(folder);
    await writeFile(join(folder, 'readme.md'), 'Code.\n');
    const seed = { kind: 'folder', folder, message: 'First' } as const;
    await docs.localCodeHost.createRepository({ organizationId: HOME, name: 'api', seed });
    const { mirror } = await docs.connectRepository({ organizationId: HOME, repository: 'local:api' });
    const push = (path: string): void => {
      const text = `export const x = '${path}';`;
      const commit = `commit refs/heads/main\ncommitter Ada <ada@example.com> 1764400000 +0000\ndata 1\nm\nfrom refs/heads/main^0\nM 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
      git(['fast-import', '--quiet', '--force'], commit, mirror.remote.url);
    };
    const automation = await automated.create({
      kind: 'update-from-code',
      trigger: { type: 'code_change', paths: ['src/**', 'internal/**'] },
      contextRepositories: [{ repository: `${docs.baseUrl}/git/api.git`, paths: ['src'] }],
    });
    await automated.follow(automation.id);
    push('internal/plan.ts');
    await automated.follow(automation.id);
    assert.deepEqual(await eventsOf(automation.id), []);
    push('internal/other.ts');
    push('src/flags.ts');
    await automated.follow(automation.id);
    const [event, ...others] = await eventsOf(automation.id);
    assert.deepEqual(others, []);
    assert.match(JSON.stringify(event?.evidence), /src\/flags\.ts/);
    assert.doesNotMatch(JSON.stringify(event?.evidence), /internal/);
  });

  test('is part of a later event if too many events are waiting', async () => {
    const automation = await following();
    const settings = { ...automated.deps.settings, waitingEvents: 2 };
    const follow = () => followBranches({ ...automated.deps, settings }, automation.id, new AbortController().signal);
    for (const path of ['first.mdx', 'second.mdx', 'third.mdx', 'fourth.mdx']) {
      await automated.push({ [path]: 'Text.\n' });
      await follow();
    }
    assert.equal((await eventsOf(automation.id)).length, 2);
    await automated.advance(automation.id);
    await follow();
    await follow();
    assert.equal((await eventsOf(automation.id)).length, 3);
    assert.deepEqual(await quotedBy(automation.id), ['Changed third.mdx', 'Changed fourth.mdx']);
  });

  /** Merges a change by an agent job, like a code host that squashes its commits. */
  const squash = async (jobId: string | null | undefined, text: string): Promise<void> => {
    const { docs } = automated;
    const made = await docs.mirror.commitOverlay({
      base: (await docs.headOf('main')) ?? '',
      changes: [{ path: 'index.mdx', content: text }],
      message: `Nightly: fix (#7)\n\nDocwright-Job: ${jobId}\nDocwright-Model: m`,
      author: { name: 'Bob', email: 'bob@example.com' },
      date: new Date(),
    });
    assert.ok('sha' in made);
    await moveTo(made.sha);
  };
  const git = (args: readonly string[], input?: string, url = automated.docs.mirror.remote.url): string => {
    const folder = fileURLToPath(new URL(url));
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
