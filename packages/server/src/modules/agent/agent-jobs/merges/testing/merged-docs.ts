/** A job with an open pull request in a real repository. Tests merge the pull request in different ways. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { insertAgentJob } from '../../../../../testing/insert-agent-job.ts';
import { openLocalDocs, type LocalDocs } from '../../../../../testing/local-docs.ts';
import type { AgentJobTables } from '../../tables.ts';

const run = promisify(execFile);
const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

export interface MergedDocs extends LocalDocs<AgentJobTables> {
  /** Runs git in the code host's repository. */
  git(...args: readonly string[]): Promise<string>;
  openJob(id: string): Promise<JobDocs>;
}

/** A job that replaced line 2 of its page, and added a line after it. */
export interface JobDocs {
  readonly id: string;
  readonly number: number;
  readonly branch: string;
  readonly page: string;
  readonly base: string;
  readonly commit: string;
  /** Returns the text that the job wrote, with these replacements. */
  text(...replaced: readonly (readonly [from: string, to: string])[]): string;
  /** Merges the head of the pull request with a merge commit. */
  merge(): Promise<void>;
  /** Creates a commit on `main` with the files of the pull request's head, and deletes the branch. */
  squash(): Promise<void>;
}

export async function openMergedDocs(): Promise<MergedDocs> {
  const docs = await openLocalDocs<AgentJobTables>({ 'index.mdx': 'Before.\n' });
  const gitDir = `--git-dir=${fileURLToPath(new URL(docs.mirror.remote.url))}`;
  const git = async (...args: readonly string[]) => (await run('git', [...person, gitDir, ...args])).stdout.trim();
  const moveMain: MergedDocs['moveMain'] = async (files) => {
    await docs.mirror.fetch({ branches: ['main'] });
    return docs.moveMain(files);
  };
  const openJob = async (id: string): Promise<JobDocs> => {
    const page = `${id}.mdx`;
    const branch = `docwright/${id}`;
    const before = Array.from({ length: 20 }, (_, index) => `Line ${index + 1} of ${id}.\n`).join('');
    const written = before.replace(`Line 2 of ${id}.`, 'Written.\nAdded.');
    const base = await moveMain({ [page]: before });
    const { sha: commit, tree } = await docs.commit(base, { [page]: written });
    await docs.mirror.push({ branch, sha: commit, expected: null });
    const draft = { headBranch: branch, baseBranch: 'main', title: id, body: '', draft: false };
    const { number, url } = await docs.host.createPullRequest(draft);
    await insertAgentJob(docs.database, id, {
      status: 'completed',
      result: 'changes',
      base_commit: base,
      branch,
      commit_sha: commit,
      tree_sha: tree,
      pushed_sha: commit,
      publish_state: 'pr_known',
      pr_number: number,
      pr_link: url,
      pr_state: 'open',
    });
    return {
      id,
      number,
      branch,
      page,
      base,
      commit,
      text: (...replaced) => replaced.reduce((text, [from, to]) => text.replace(from, to), written),
      merge: async () => {
        const { headSha } = await docs.host.getPullRequest(number);
        await docs.host.mergePullRequest(number, { expectedHead: headSha, by: 'ada' });
      },
      squash: async () => {
        const { headSha } = await docs.host.getPullRequest(number);
        const main = await git('rev-parse', 'main');
        const merged = await git('merge-tree', '--write-tree', main, headSha);
        const squashed = await git('commit-tree', merged, '-p', main, '-m', 'Squashed');
        // Other code hosts squash the commits themselves, and then report the pull request as merged.
        await docs.database.pool.query(`UPDATE local_pull_requests SET state = 'merged' WHERE number = $1`, [number]);
        await git('update-ref', 'refs/heads/main', squashed);
        await git('update-ref', '-d', `refs/heads/${branch}`);
      },
    };
  };
  return { ...docs, moveMain, git, openJob };
}
