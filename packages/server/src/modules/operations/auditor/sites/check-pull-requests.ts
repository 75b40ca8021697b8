import { jobMarker } from '@docwright/doc-agent';
import { isGitError, type FetchedRepository } from '../../../../platform/git/index.ts';
import type { ConnectedRepository } from '../../../sources/repositories/index.ts';
import type { AuditDeps } from '../audit-deps.ts';
import { findTreeFaults } from './compare-tree.ts';
import { describeFault } from '../describe-fault.ts';
import type { Findings } from '../findings.ts';
import { createSecretScan } from '../secrets/secret-scan.ts';
import { selectPublishingJobs, selectPullRequestsHolding, selectTree, type PublishingJob } from '../store.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

/** Checks N3, and N8 and N9 for pull requests and their branches. */
export async function checkPullRequests(deps: AuditDeps, findings: Findings): Promise<void> {
  for await (const job of selectPublishingJobs(deps.database.kysely)) {
    findings.count('N3');
    findings.count('N9');
    if (job.branch?.startsWith('docwright/') !== true || job.branch === job.base_branch) {
      findings.add('N9', job.id, `its branch is "${job.branch ?? ''}", which is not under docwright/`);
    }
    try {
      const connected = await deps.connectRepository({
        organizationId: job.organization_id,
        repository: job.repository,
      });
      await checkNumber(deps, findings, { job, connected });
      await checkPushed(deps, findings, { job, connected });
    } catch (error) {
      findings.add('N3', job.id, `its repository ${job.repository} can't be checked: ${describeFault(error)}`);
    }
    await checkDuplicate(deps, findings, job);
  }
}

interface Published {
  readonly job: PublishingJob;
  readonly connected: ConnectedRepository;
}

/**
 * Checks that there is at most one pull request, by head branch and by marker, in any state, and that it is the one
 * that the job names.
 */
async function checkNumber(deps: AuditDeps, findings: Findings, { job, connected }: Published): Promise<void> {
  const listed = await connected.host.listPullRequests({ headBranch: job.branch ?? '' });
  const numbers = new Set(listed.map(({ number }) => number));
  if (connected.host.kind === 'local') {
    const repository = job.repository.replace(/^local:(?:@[^/]+\/)?/, '');
    const where = { organizationId: job.organization_id, repository, text: jobMarker(job.id) };
    for (const number of await selectPullRequestsHolding(deps.database.kysely, where)) numbers.add(number);
  }
  if (numbers.size > 1) {
    findings.add(
      'N3',
      job.id,
      `has ${countOf(numbers.size, 'pull request')}: ${[...numbers].sort((a, b) => a - b).join(', ')}`,
    );
  }
  if (job.publish_state === 'pr_known' && (job.pr_number === null || !numbers.has(job.pr_number))) {
    findings.add('N3', job.id, `has the pull request ${job.pr_number}, which does not exist in its repository`);
  }
  for (const { number, title, body } of listed) {
    findings.count('N8');
    const scan = createSecretScan(deps.secrets);
    scan.write(Buffer.from(`${title}\n${body}`));
    for (const name of scan.found()) findings.add('N8', `pull request ${number}`, `its text contains ${name}`);
  }
}

/**
 * Checks that the pull request is not empty and equals the overlay. N9: its commit isn't on the default branch before
 * it is merged.
 */
async function checkPushed(deps: AuditDeps, findings: Findings, { job, connected }: Published): Promise<void> {
  const { base_commit: base, pushed_sha: pushed } = job;
  if (pushed === null) return;
  if (base === null) return findings.add('N3', job.id, 'was pushed without a base commit');
  const { mirror, host } = connected;
  const fetched = await fetchBranch(findings, { job, connected });
  if (fetched === undefined) return;
  const { branches, defaultBranch } = fetched;
  const files = await mirror.listChanges({ from: base, to: pushed });
  if (files.length === 0) findings.add('N3', job.id, 'its pull request is empty');
  if (job.publish_state === 'pushed' || job.publish_state === 'pr_known') {
    const tree = { job, mirror, base, pushed, files };
    for (const fault of await findTreeFaults(deps.database.kysely, tree)) findings.add('N3', job.id, fault);
  }
  // The embedded host's branches are read commit by commit.
  const head = branches.get(defaultBranch);
  if (host.kind === 'local' || head === undefined || !(await mirror.isAncestor(pushed, head))) return;
  const listed = await host.listPullRequests({ headBranch: job.branch ?? '' });
  if (listed.some(({ state }) => state === 'merged')) return;
  findings.add('N9', job.id, `its commit is on ${defaultBranch}, but its pull request was not merged`);
}

/**
 * Fetches the job's own branch, because the mirror may be new (another machine, a restored installation). People delete
 * the branch after the pull request has ended; returns `undefined` if its commit no longer exists anywhere.
 */
async function fetchBranch(findings: Findings, { job, connected }: Published): Promise<FetchedRepository | undefined> {
  const { mirror, host } = connected;
  const branch = job.branch ?? '';
  try {
    return await mirror.fetch({ branches: [branch] });
  } catch (error) {
    if (!isGitError(error, 'branch-not-found')) throw error;
  }
  const listed = await host.listPullRequests({ headBranch: branch });
  if (listed.some(({ state }) => state === 'open')) {
    findings.add('N3', job.id, `its pull request is open, but its branch ${branch} does not exist`);
  }
  const fetched = await mirror.fetch();
  return job.pushed_sha !== null && (await mirror.hasCommit(job.pushed_sha)) ? fetched : undefined;
}

async function checkDuplicate(deps: AuditDeps, findings: Findings, job: PublishingJob): Promise<void> {
  const { duplicate_of: other } = job;
  if (other === null) return;
  const found = other === job.id ? undefined : await selectTree(deps.database.kysely, other);
  if (found === undefined) findings.add('N3', job.id, `is a duplicate of ${other}, which is not another job`);
}
