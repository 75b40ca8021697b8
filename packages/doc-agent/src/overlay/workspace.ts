import { createHash } from 'node:crypto';
import type { BaseFiles, DocsFiles, Overlay, OverlayChange } from '../ports.ts';
import type { AgentPolicy } from '../policy/policy.ts';
import { compilePathRules } from '../policy/check-write.ts';
import type { PathRules } from '../policy/check-write.ts';
import { ToolError } from '../tools/tool-error.ts';
import { decodeText } from './decode-text.ts';
import { createDocsFiles } from './docs-files.ts';
import { listFileChanges } from './list-file-changes.ts';
import type { FileChange } from './list-file-changes.ts';
import { applyOverlayChanges } from './overlay.ts';
import { formatFileDiff } from './unified-diff.ts';

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * The files that a turn works on: base, overlay, and which contents the model has seen.
 *
 * 1. A change goes through `apply` or not at all: all changes of a tool call together, after every check.
 * 2. `takeChanges` hands out what was applied since the last call; the caller journals it in the same transaction as the
 *    tool results.
 */
export class Workspace {
  readonly base: BaseFiles;
  readonly policy: AgentPolicy;
  readonly rules: PathRules;
  #overlay: Overlay;
  #files: DocsFiles;
  #pending: OverlayChange[] = [];
  #texts = new Map<string, string | undefined>();
  #seen = new Map<string, string>();
  #newlySeen = new Map<string, string>();

  constructor(options: {
    base: BaseFiles;
    overlay: Overlay;
    policy: AgentPolicy;
    seen: Iterable<readonly [string, string]>;
  }) {
    this.base = options.base;
    this.policy = options.policy;
    this.rules = compilePathRules(options.policy);
    this.#overlay = options.overlay;
    this.#files = createDocsFiles(options.base, options.overlay);
    for (const [path, hash] of options.seen) this.#seen.set(path, hash);
  }

  get overlay(): Overlay {
    return this.#overlay;
  }
  get files(): DocsFiles {
    return this.#files;
  }

  /** Paths that a model may know of, sorted. */
  async paths(): Promise<string[]> {
    return (await this.#files.list()).map((file) => file.path).filter((path) => this.rules.isReadable(path));
  }

  /** The text of a file, undefined where there is none. Throws `not_text` for bytes that are not UTF-8 text. */
  async findText(path: string): Promise<string | undefined> {
    if (this.#texts.has(path)) return this.#texts.get(path);
    const bytes = this.rules.isReadable(path) ? await this.#files.read(path) : undefined;
    const text = bytes === undefined ? undefined : decodeText(bytes);
    if (bytes !== undefined && text === undefined)
      throw new ToolError('not_text', `"${path}" is not a UTF-8 text file`);
    this.#texts.set(path, text);
    return text;
  }

  /** The text of a file; throws `not_found`. */
  async requireText(path: string): Promise<string> {
    const text = await this.findText(path);
    if (text === undefined) throw new ToolError('not_found', `there is no file "${path}"`);
    return text;
  }

  /** Texts of many files, in order; files that are not text are left out. */
  async texts(paths: readonly string[]): Promise<[string, string][]> {
    const found = await Promise.all(
      paths.map(async (path) => [path, await this.findText(path).catch(ignoreBinary)] as const),
    );
    return found.filter((pair): pair is [string, string] => pair[1] !== undefined);
  }

  markSeen(path: string, text: string): void {
    const hash = hashText(text);
    this.#seen.set(path, hash);
    this.#newlySeen.set(path, hash);
  }
  hasSeen(path: string, text: string): boolean {
    return this.#seen.get(path) === hashText(text);
  }

  /** Takes the changes in, or throws a `ToolError` and leaves everything as it was. */
  async apply(changes: readonly OverlayChange[]): Promise<void> {
    const next = applyOverlayChanges(this.#overlay, changes);
    await this.#checkLimits(changes, next);
    this.#overlay = next;
    this.#files = createDocsFiles(this.base, next);
    this.#pending.push(...changes);
    for (const { path, entry } of changes) {
      this.#texts.delete(path);
      if (entry?.kind === 'write') this.markSeen(path, entry.content);
    }
  }

  /** What was applied and seen since the last call. */
  takeChanges(): { changes: OverlayChange[]; seen: [string, string][] } {
    const taken = { changes: this.#pending, seen: [...this.#newlySeen] };
    this.#pending = [];
    this.#newlySeen = new Map();
    return taken;
  }

  fileChanges(): Promise<FileChange[]> {
    return listFileChanges(this.base, this.#overlay);
  }

  async #checkLimits(changes: readonly OverlayChange[], next: Overlay): Promise<void> {
    const { maxFiles, maxFileBytes, maxPatchBytes } = this.policy.limits;
    for (const { path, entry } of changes) {
      if (entry?.kind !== 'write') continue;
      const size = Buffer.byteLength(entry.content);
      if (size > maxFileBytes)
        throw new ToolError(
          'limit_file_bytes',
          `"${path}" would have ${size} bytes; at most ${maxFileBytes} are allowed`,
        );
      if (entry.content.includes('\0'))
        throw new ToolError('not_text', `the new content of "${path}" holds a NUL character`);
      if (!entry.content.isWellFormed())
        throw new ToolError('not_text', `the new content of "${path}" is not well-formed Unicode`);
    }
    const fileChanges = await listFileChanges(this.base, next);
    if (fileChanges.length > maxFiles) {
      throw new ToolError(
        'limit_files',
        `the job would change ${fileChanges.length} files; at most ${maxFiles} are allowed`,
      );
    }
    let patchBytes = 0;
    for (const change of fileChanges) patchBytes += Buffer.byteLength(formatFileDiff(change));
    if (patchBytes > maxPatchBytes) {
      throw new ToolError(
        'limit_patch_bytes',
        `the job's diff would have ${patchBytes} bytes; at most ${maxPatchBytes} are allowed`,
      );
    }
  }
}

function ignoreBinary(error: unknown): undefined {
  if (error instanceof ToolError) return undefined;
  throw error;
}
