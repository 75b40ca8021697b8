/**
 * Measures the time from GitHub's notification of an opened pull request to the comment with its preview, and to the
 * changed page at the preview's address: `node bench/deploy/pull-request-to-preview.ts [pages] [pull requests]`.
 *
 * GitHub is replaced by an emulated API with an App and git's own HTTP server; the emulation posts to the project's
 * hook. Each pull request edits a different page on a different branch, after production was deployed. Goal at 1,000
 * pages: 4 s.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postEvent, startGitHubWithApp } from '../../e2e/code-hosts/github-with-app.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { pagePath } from '../site-builder/generate-site.ts';
import { writeDocsSite } from '../site-builder/write-docs-site.ts';
import { startLiveInstallation, untilShown } from './live-installation.ts';

const run = promisify(execFile);

await openBench(async (bench) => {
  const [pages = 1_000, count = 8] = bench.numbers;
  const docs = join(bench.folder, 'docs');
  await mkdir(docs);
  writeDocsSite(docs, pages);
  const github = await startGitHubWithApp(docs);
  bench.defer(() => github.close());
  const { client, port } = await startLiveInstallation(bench, github.settings);
  const project = await client.createProject({ name: 'generated', repository: github.repository });
  const hook = await client.createCodeHostHook({ projectId: project.id });
  const { url } = await client.getSite({ projectId: project.id });
  await untilShown(port, { url, path: pagePath(0), text: '<html' });

  const clone = join(bench.folder, 'clone');
  await run('git', ['clone', '-q', github.git('rev-parse', '--absolute-git-dir'), clone]);
  const git = (...args: string[]) => run('git', ['-C', clone, '-c', 'user.name=B', '-c', 'user.email=b@c.d', ...args]);
  const comments: number[] = [];
  const shown: number[] = [];
  for (let turn = 1; turn <= count; turn += 1) {
    const branch = `edit-${turn}`;
    const path = pagePath((turn * 37) % pages);
    const text = `Edit number ${turn} of this measurement.`;
    await git('checkout', '-q', '-b', branch, 'origin/main');
    const file = join(clone, `${path}.mdx`);
    await writeFile(file, `${await readFile(file, 'utf8')}\n\n${text}\n`);
    await git('commit', '-qam', text);
    await git('push', '-q', 'origin', branch);
    const number = await openPullRequest(github.apiUrl, branch);
    const startedAt = performance.now();
    await postEvent(hook, { name: 'pull_request', delivery: `opened-${branch}`, payload: opened(number, branch) });
    while ((await github.comments(number)).length === 0) await delay(20);
    comments.push(performance.now() - startedAt);
    const { previews } = await client.getSite({ projectId: project.id });
    const preview = previews.find((one) => one.branch === branch);
    await untilShown(port, { url: preview?.url ?? '', path, text });
    shown.push(performance.now() - startedAt);
  }
  bench.show({
    pages,
    pullRequests: count,
    commentP50Ms: Math.round(quantile(comments, 0.5)),
    commentMostMs: Math.round(Math.max(...comments)),
    shownP50Ms: Math.round(quantile(shown, 0.5)),
    shownMostMs: Math.round(Math.max(...shown)),
    load: loadavg()[0],
  });
});

async function openPullRequest(apiUrl: string, branch: string): Promise<number> {
  const response = await fetch(`${apiUrl}/repos/octocat/docs/pulls`, {
    method: 'POST',
    headers: { authorization: 'Bearer ghp_reader', 'content-type': 'application/json' },
    body: JSON.stringify({ title: branch, head: branch, base: 'main' }),
  });
  if (response.status !== 201) throw new Error(`the pull request returned ${await response.text()}`);
  return ((await response.json()) as { number: number }).number;
}

/** Returns the fields of GitHub's event that the service reads. */
function opened(number: number, branch: string): object {
  const repository = { full_name: 'octocat/docs' };
  const pullRequest = { number, head: { ref: branch, repo: repository }, base: { ref: 'main' } };
  return {
    action: 'opened',
    number,
    repository,
    pull_request: pullRequest,
    sender: { login: 'octocat', type: 'User' },
  };
}
