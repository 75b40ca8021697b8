import { ToolError } from '../errors.ts';
import { decodeText } from '../overlay/decode-text.ts';
import { findPathProblem, toRelativePath } from '../paths/check-path.ts';
import { findSecrets, redactSecrets } from '../policy/find-secrets.ts';
import { isReadablePath } from '../policy/readable-path.ts';
import type { CodeCommit, CodeEntry, CodeRepository } from '../ports.ts';

/** Maximum size of a file. Larger files are generated code or data. */
export const maxCodeFileBytes = 2_000_000;

const lfsMark = 'version https://git-lfs.github.com/spec/v1';
const maxPointerBytes = 300;

/** A turn's context repositories, without files that store secrets. */
export class CodeLibrary {
  readonly repositories: readonly CodeRepository[];

  constructor(repositories: readonly CodeRepository[]) {
    this.repositories = repositories;
  }

  /** @throws ToolError not_found, ambiguous */
  require(name: string): CodeRepository {
    const [found, ...others] = this.findAll(name);
    const shown = JSON.stringify(name.slice(0, 100));
    if (found === undefined)
      throw new ToolError('not_found', `${shown} is not a context repository: ${nameAll(this.repositories)}`);
    if (others.length > 0)
      throw new ToolError('ambiguous', `${shown} may be any of ${nameAll([found, ...others])}; use the whole name`);
    return found;
  }

  /**
   * Finds the repositories that a name can mean. A whole name, or an address as in evidence of changes, identifies one
   * repository; the last part of a name, such as `api` for `acme/api`, can match several.
   */
  findAll(name: string): readonly CodeRepository[] {
    const wanted = name.toLowerCase();
    const address = /^https?:\/\/(.+?)(?:\.git)?\/?$/.exec(wanted)?.[1];
    const whole = this.repositories.find((repository) => {
      const known = repository.name.toLowerCase();
      return known === wanted || known === address || address?.endsWith(`/${known}`) === true;
    });
    if (whole !== undefined) return [whole];
    if (address !== undefined || wanted === '') return [];
    return this.repositories.filter((repository) => repository.name.toLowerCase().endsWith(`/${wanted}`));
  }

  async list(repository: CodeRepository, commit: string, signal: AbortSignal): Promise<readonly CodeEntry[]> {
    return (await repository.list(commit, signal)).filter(({ path }) => isReadablePath(path));
  }

  /** Finds a commit of the fetched history by at least seven of its digits. @throws ToolError not_found */
  async requireCommit(repository: CodeRepository, written: string, signal: AbortSignal): Promise<string> {
    const found = await this.findCommit(repository, written, signal);
    if (found !== undefined) return found;
    const shown = JSON.stringify(written.slice(0, 40));
    throw new ToolError('not_found', `${shown} is not a commit that code_log lists; name at least 7 digits`);
  }

  async findCommit(repository: CodeRepository, written: string, signal: AbortSignal): Promise<string | undefined> {
    if (!/^[0-9a-f]{7,40}$/.test(written)) return undefined;
    if (repository.commit.startsWith(written)) return repository.commit;
    return (await this.log(repository, signal)).find(({ commit }) => commit.startsWith(written))?.commit;
  }

  async log(repository: CodeRepository, signal: AbortSignal): Promise<readonly CodeCommit[]> {
    const commits = await repository.log(signal);
    return commits.map((commit) => ({ ...commit, paths: commit.paths?.filter(isReadablePath) }));
  }

  /** Returns the text of a file. @throws ToolError invalid_path, not_found, not_text, limit_file_bytes */
  async requireText(
    repository: CodeRepository,
    file: { readonly path: string; readonly commit?: string },
    signal: AbortSignal,
  ): Promise<string> {
    const path = requireCodePath(file.path);
    const entries = await this.list(repository, file.commit ?? repository.commit, signal);
    const entry = entries.find((candidate) => candidate.path === path);
    if (entry === undefined) {
      const similar = findSimilar(path, entries);
      throw new ToolError(
        'not_found',
        `${repository.name} has no file "${path}"`,
        similar.length > 0 ? { similar } : {},
      );
    }
    if (entry.kind !== 'file')
      throw new ToolError('not_text', `"${path}" is a ${entry.kind.replace('-', ' ')}, which is not followed`);
    if (entry.sizeBytes > maxCodeFileBytes) {
      const sizes = `${entry.sizeBytes} bytes; at most ${maxCodeFileBytes} can be read`;
      throw new ToolError('limit_file_bytes', `"${path}" has ${sizes}`);
    }
    for await (const { bytes } of repository.read([entry], signal)) {
      if (isLfsPointer(bytes))
        throw new ToolError('not_text', `"${path}" is a Git LFS pointer; its content is not fetched`);
      const text = decodeText(bytes);
      if (text !== undefined) return text;
    }
    throw new ToolError('not_text', `"${path}" is not a UTF-8 text file`);
  }

  /** Returns the files among these entries that are Git LFS pointers. */
  async findPointers(
    repository: CodeRepository,
    entries: readonly CodeEntry[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const small = entries.filter(({ kind, sizeBytes }) => kind === 'file' && isPointerSize(sizeBytes));
    const found = new Set<string>();
    for await (const { path, bytes } of repository.read(small, signal)) if (isLfsPointer(bytes)) found.add(path);
    return found;
  }
}

/** @throws ToolError invalid_path */
export function requireCodePath(written: string): string {
  const path = toRelativePath(written);
  const problem = findPathProblem(path);
  if (problem !== undefined) throw new ToolError('invalid_path', problem.replace('docs folder', 'repository'));
  return path;
}

const isPointerSize = (bytes: number): boolean => bytes > lfsMark.length && bytes <= maxPointerBytes;

export function isLfsPointer(bytes: Uint8Array): boolean {
  return isPointerSize(bytes.length) && Buffer.from(bytes.subarray(0, lfsMark.length)).toString('latin1') === lfsMark;
}

const maxSimilar = 5;

/** Suggests files with the same name, or files in a folder of that path. */
function findSimilar(path: string, entries: readonly CodeEntry[]): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return entries
    .filter((entry) => entry.path.toLowerCase().endsWith(`/${name}`) || entry.path.startsWith(`${path}/`))
    .slice(0, maxSimilar)
    .map((entry) => entry.path);
}

const keyBlock = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----[^]*?(?:-----END [A-Z0-9 ]{0,60}KEY-----|$)/g;

/**
 * Prepares a context repository's text for the model. Credentials are removed and counted; line numbers stay the same.
 */
export function quoteCode(text: string): { readonly text: string; readonly redacted: number } {
  let redacted = 0;
  const withoutKeys = text.replace(keyBlock, (block) => {
    redacted += 1;
    return `[redacted: private key]${'\n'.repeat(countLineFeeds(block))}`;
  });
  const found = findSecrets(withoutKeys).length;
  return { text: (found === 0 ? withoutKeys : redactSecrets(withoutKeys)).toWellFormed(), redacted: redacted + found };
}

const countLineFeeds = (text: string): number => text.split('\n').length - 1;

/** Lists the names of repositories for a message. */
export const nameAll = (repositories: readonly CodeRepository[]): string =>
  repositories.map(({ name }) => name).join(', ');
