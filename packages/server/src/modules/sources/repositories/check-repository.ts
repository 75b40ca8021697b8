import type { CheckRepositoryBody, RepositoryCheck, RepositoryCheckName } from '@docwright/contract';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isGitError, type Mirror } from '../../../platform/git/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import type { ConnectRepository } from './connect-repository.ts';
import { findRepositoryFault } from './find-repository-fault.ts';
import { parseRepositoryAddress, rulesOf, toStoredAddress, type AddressRules } from './repository-address.ts';
import { toJobFailure } from './to-job-failure.ts';

export interface CheckDeps {
  readonly rules: AddressRules;
  readonly connectRepository: ConnectRepository;
}

/** Maximum time for which a request may wait for a code host and a first fetch. */
const timeoutMs = 45_000;
/** Maximum number of folders that are listed. In larger repositories, people type the name. */
const maxFolders = 50;

type Check = RepositoryCheck['checks'][number];

/**
 * Runs the checks that a job runs before its first step, but before the project is created, so that a missing
 * permission is reported while the person is still filling in the form. The first failure ends the check; the remaining
 * steps are `skipped`.
 */
export async function checkRepository(
  deps: CheckDeps,
  organizationId: string,
  body: CheckRepositoryBody,
): Promise<RepositoryCheck> {
  const run = new CheckRun();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const repository = toStoredAddress(
      parseRepositoryAddress(body.repository, await rulesOf(deps.rules, organizationId)),
    );
    run.pass('address', 'The address belongs to a code host that this installation knows.');
    const { host, mirror, path } = await deps.connectRepository({ organizationId, repository });
    const facts = await host.getRepository(signal);
    run.defaultBranch = facts.defaultBranch;
    run.pass('repository', `The repository ${facts.fullName} exists${facts.private ? ' and is private' : ''}.`);
    const fault = findRepositoryFault({ facts, path });
    if (fault !== undefined) {
      run.fail(fault);
      return run.toAnswer();
    }
    run.pass('permission', 'Branches and pull requests can be created.');
    const branch = body.branch ?? facts.defaultBranch;
    await mirror.fetch({ branches: [branch], signal });
    const commit = await mirror.resolveRef(branch, { signal });
    run.pass('branch', `The branch ${branch} is at ${commit.slice(0, 12)}.`);
    run.docsFolders = await findDocsFolders(mirror, commit, signal);
    checkDocsFolder(run, body.docsFolder);
  } catch (error) {
    run.fail(describeFailure(error, signal));
  }
  return run.toAnswer();
}

/** The checks in order: passed, failed, and not run. */
class CheckRun {
  defaultBranch: string | null = null;
  docsFolders: readonly string[] = [];
  readonly #done: Check[] = [];
  readonly #left: RepositoryCheckName[] = ['address', 'repository', 'permission', 'branch', 'docs'];

  pass(name: RepositoryCheckName, message: string): void {
    this.#left.splice(this.#left.indexOf(name), 1);
    this.#done.push({ name, status: 'ok', message, remedy: null });
  }

  /** Fails the next check. */
  fail({ message, remedy }: Pick<Check, 'message' | 'remedy'>): void {
    const name = this.#left.shift();
    if (name !== undefined) this.#done.push({ name, status: 'failed', message, remedy });
  }

  toAnswer(): RepositoryCheck {
    const skipped = this.#left.map((name): Check => ({
      name,
      status: 'skipped',
      message: `Not checked yet: ${name}.`,
      remedy: null,
    }));
    return {
      ready: this.#done.every(({ status }) => status === 'ok') && skipped.length === 0,
      checks: [...this.#done, ...skipped],
      defaultBranch: this.defaultBranch,
      docsFolders: this.docsFolders.slice(0, maxFolders),
    };
  }
}

async function findDocsFolders(mirror: Mirror, commit: string, signal: AbortSignal): Promise<string[]> {
  const { files } = await mirror.listFiles(commit, '', { signal });
  const folders = files.flatMap(({ path }) => {
    const found = /^(?:(.*)\/)?(?:docs|mint)\.json$/.exec(path);
    return found === null || path.includes('node_modules/') ? [] : [found[1] ?? ''];
  });
  return [...new Set(folders)].sort((a, b) => a.split('/').length - b.split('/').length || a.localeCompare(b));
}

function checkDocsFolder(run: CheckRun, asked: string | undefined): void {
  const folder = asked?.replaceAll(/^\/+|(?<!\/)\/+$/g, '') ?? run.docsFolders[0];
  if (folder !== undefined && run.docsFolders.includes(folder)) {
    run.pass('docs', folder === '' ? 'docs.json is at the root.' : `docs.json is in ${folder}.`);
    return;
  }
  const others = run.docsFolders.map((name) => (name === '' ? 'the root' : name)).join(', ');
  const message =
    asked === undefined
      ? 'No folder of the branch contains a docs.json.'
      : `The folder "${asked}" does not contain a docs.json${others === '' ? '' : `; found in ${others}`}.`;
  run.fail({ message, remedy: 'Add a docs.json, or specify the folder that has one.' });
}

function describeFailure(error: unknown, signal: AbortSignal): Pick<Check, 'message' | 'remedy'> {
  if (signal.aborted) {
    const remedy = 'Check that the code host responds, then check again.';
    return { message: `The code host did not respond within ${timeoutMs / 1000} s.`, remedy };
  }
  if (error instanceof ApiError) return { message: error.message, remedy: null };
  if (!isGitError(error) && !isCodeHostError(error)) throw error;
  const { message, remedy } = toJobFailure(error);
  return { message, remedy };
}
