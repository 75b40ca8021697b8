import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { indexPages, type PageIndex } from '../paths/page-index.ts';
import type { BaseFile, BaseFiles, DocsFiles, JobImages, Overlay, OverlayChange } from '../ports.ts';
import type { AgentLimits, AgentPolicy } from '../policy/policy.ts';
import { compilePathRules } from '../policy/check-write.ts';
import type { PathRules, WriteIntent } from '../policy/check-write.ts';
import { findPluginRoots } from '../policy/never-written.ts';
import { isGuidanceOnly } from '../policy/guidance-files.ts';
import { isReadablePath } from '../policy/readable-path.ts';
import { findSiteFiles } from '../policy/site-files.ts';
import { describePage, type PageCard } from '../search/page-card.ts';
import { ToolError } from '../errors.ts';
import { BaseLibrary } from './base-library.ts';
import { createDocsFiles, sizeOf } from '../overlay/docs-files.ts';
import { listFileChanges } from '../overlay/list-file-changes.ts';
import type { FileChange } from '../overlay/list-file-changes.ts';
import { applyOverlayChanges } from '../overlay/overlay.ts';
import { formatFileDiff } from '../overlay/unified-diff.ts';
import { countOf } from '../text/count-of.ts';

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * The files that a turn works on: base, overlay, and the file content that the model has seen.
 *
 * 1. Changes are made only by `apply`: all changes of a tool call together, after every check.
 * 2. `takeChanges` returns the changes since the last call; the caller journals them in the same transaction as the
 *    tool results.
 */
export class Workspace {
  readonly base: BaseLibrary;
  readonly policy: AgentPolicy;
  readonly #images: Pick<JobImages, 'read'> | undefined;
  #rules: Promise<PathRules> | undefined;
  #overlay: Overlay;
  #files: DocsFiles;
  #pending: OverlayChange[] = [];
  /** Valid until the next change. */
  #readable: Promise<readonly BaseFile[]> | undefined;
  #pages: Promise<PageIndex> | undefined;
  #seen = new Map<string, string>();
  #newlySeen = new Map<string, string>();
  #mechanical: ReadonlySet<string>;
  #newlyMechanical: ReadonlySet<string> | undefined;

  constructor(options: {
    base: BaseFiles;
    overlay: Overlay;
    policy: AgentPolicy;
    /** Required if the overlay can contain images. */
    images?: Pick<JobImages, 'read'> | undefined;
    seen: Iterable<readonly [string, string]>;
    /** Paths that only rules over many files have changed. */
    mechanical?: Iterable<string>;
  }) {
    this.base = BaseLibrary.of(options.base);
    this.policy = options.policy;
    this.#overlay = options.overlay;
    this.#mechanical = new Set(options.mechanical);
    this.#images = options.images;
    this.#files = createDocsFiles(this.base, options.overlay, options.images);
    for (const [path, hash] of options.seen) this.#seen.set(path, hash);
  }

  get overlay(): Overlay {
    return this.#overlay;
  }
  /** Paths that only rules over many files have changed so far. */
  get mechanical(): ReadonlySet<string> {
    return this.#mechanical;
  }
  get files(): DocsFiles {
    return this.#files;
  }

  /**
   * The reason why the policy forbids a change, or `undefined`. The base commit determines which files the site's
   * configuration names.
   */
  async findDenial(path: string, intent: WriteIntent): Promise<string | undefined> {
    this.#rules ??= this.#compileRules();
    const rules = await this.#rules;
    // A tool may check hundreds of files, and a project may have a hundred globs.
    await yieldToOthers();
    return rules.findDenial(path, intent);
  }

  async #compileRules(): Promise<PathRules> {
    const siteFiles = await findSiteFiles((file) => this.base.text(file));
    const paths = (await this.base.list()).map(({ path }) => path);
    return compilePathRules(this.policy, siteFiles, findPluginRoots(paths));
  }

  /** Files that a model may read, sorted by path. */
  readable(): Promise<readonly BaseFile[]> {
    this.#readable ??= this.#listReadable();
    return this.#readable;
  }

  /** Files that a search may find. Guidance for writers isn't a page, and is read before the work. */
  async searchable(): Promise<readonly BaseFile[]> {
    const files = await this.readable();
    const config = (await this.texts(['docs.json', 'mint.json'])).map(([, text]) => text).join('\n');
    return files.filter(({ path }) => !isGuidanceOnly(path, config));
  }

  async paths(): Promise<string[]> {
    return (await this.readable()).map(({ path }) => path);
  }

  /** Page files by the names that links and models use. */
  pages(): Promise<PageIndex> {
    this.#pages ??= this.paths().then(indexPages);
    return this.#pages;
  }

  /** The text of a file, or `undefined` if it doesn't exist. Throws `not_text` for bytes that aren't UTF-8 text. */
  async findText(path: string): Promise<string | undefined> {
    if (!isReadablePath(path)) return undefined;
    const text = await this.#text(path);
    if (text === null) throw new ToolError('not_text', `"${path}" is not a UTF-8 text file`);
    return text;
  }

  /** The text of a file; throws `not_found`. */
  async requireText(path: string): Promise<string> {
    const text = await this.findText(path);
    if (text === undefined) throw new ToolError('not_found', `the file "${path}" doesn't exist`);
    return text;
  }

  /** Texts of many files, in order; files that aren't text are omitted. @param paths readable paths */
  async texts(paths: readonly string[]): Promise<[string, string][]> {
    const texts: [string, string][] = [];
    for (const path of paths) {
      // Avoids an event-loop turn for each of thousands of pages.
      const known = this.#overlay.has(path) ? undefined : this.base.knownText(path);
      const text = known === undefined ? await this.#text(path) : known;
      if (typeof text === 'string') texts.push([path, text]);
    }
    return texts;
  }

  /** The search data of a page; `text` is the page's text. */
  card(path: string, text: string): PageCard {
    return this.#overlay.has(path) ? describePage(path, text) : this.base.card(path, text);
  }

  markSeen(path: string, text: string): void {
    const hash = hashText(text);
    this.#seen.set(path, hash);
    this.#newlySeen.set(path, hash);
  }
  hasSeen(path: string, text: string): boolean {
    return this.#seen.get(path) === hashText(text);
  }

  /**
   * Applies the changes, or throws a `ToolError` and leaves everything unchanged. Changes made by a rule over many
   * files (`byRule`) have separate limits, provided that nothing else changes the same files.
   */
  async apply(ordinary: readonly OverlayChange[], { byRule = [] }: { byRule?: readonly OverlayChange[] } = {}) {
    const changes = [...ordinary, ...byRule];
    const next = applyOverlayChanges(this.#overlay, changes);
    const mechanical = new Set(this.#mechanical);
    for (const { path } of ordinary) mechanical.delete(path);
    for (const { path } of byRule) if (!this.#overlay.has(path)) mechanical.add(path);
    await this.#checkLimits(changes, next, mechanical);
    const isSame =
      mechanical.size === this.#mechanical.size && [...mechanical].every((path) => this.#mechanical.has(path));
    if (!isSame) this.#newlyMechanical = mechanical;
    this.#mechanical = mechanical;
    this.#overlay = next;
    this.#files = createDocsFiles(this.base, next, this.#images);
    this.#readable = undefined;
    this.#pages = undefined;
    this.#pending.push(...changes);
    for (const { path, entry } of changes) {
      if (entry?.kind === 'write') this.markSeen(path, entry.content);
    }
  }

  /** Changes, and file content that was seen, since the last call. */
  takeChanges(): { changes: OverlayChange[]; seen: [string, string][]; mechanical?: string[] } {
    const taken = {
      changes: this.#pending,
      seen: [...this.#newlySeen],
      ...(this.#newlyMechanical !== undefined && { mechanical: [...this.#newlyMechanical] }),
    };
    this.#newlyMechanical = undefined;
    this.#pending = [];
    this.#newlySeen = new Map();
    return taken;
  }

  fileChanges(): Promise<FileChange[]> {
    return listFileChanges(this.base, this.#overlay);
  }

  async #text(path: string): Promise<string | null | undefined> {
    const entry = this.#overlay.get(path);
    if (entry === undefined) return this.base.text(path);
    if (entry.kind === 'image') return null;
    return entry.kind === 'write' ? entry.content : undefined;
  }

  async #listReadable(): Promise<readonly BaseFile[]> {
    const base = await this.base.listReadable();
    if (this.#overlay.size === 0) return base;
    const files = base.filter(({ path }) => !this.#overlay.has(path));
    for (const [path, entry] of this.#overlay) {
      if (entry.kind !== 'delete' && isReadablePath(path)) files.push({ path, sizeBytes: sizeOf(entry) });
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #checkLimits(changes: readonly OverlayChange[], next: Overlay, mechanical: ReadonlySet<string>): Promise<void> {
    const { maxFileBytes } = this.policy.limits;
    for (const { path, entry } of changes) {
      if (entry?.kind !== 'write') continue;
      const size = Buffer.byteLength(entry.content);
      if (size > maxFileBytes)
        throw new ToolError(
          'limit_file_bytes',
          `"${path}" would have ${size} bytes; at most ${maxFileBytes} are allowed`,
        );
      if (entry.content.includes('\0'))
        throw new ToolError('not_text', `the new content of "${path}" contains a NUL character`);
      if (!entry.content.isWellFormed())
        throw new ToolError('not_text', `the new content of "${path}" is not well-formed Unicode`);
    }
    checkSums(await listFileChanges(this.base, next), mechanical, this.policy.limits);
  }
}

/**
 * Checks the totals of a job. Ordinary changes are counted separately, so that a rename in 500 pages leaves room for
 * them.
 */
function checkSums(changes: readonly FileChange[], mechanical: ReadonlySet<string>, limits: AgentLimits): void {
  const isByRule = ({ path, change }: FileChange): boolean => change === 'modified' && mechanical.has(path);
  const ordinary = changes.filter((change) => !isByRule(change));
  const byRule = changes.filter(isByRule);
  const sums = [
    { files: ordinary, most: limits.maxFiles, maxBytes: limits.maxPatchBytes, by: '' },
    {
      files: byRule,
      most: limits.maxMechanicalFiles,
      maxBytes: limits.maxMechanicalPatchBytes,
      by: ' by a rule over many files',
    },
  ];
  for (const { files, most, maxBytes, by } of sums) {
    if (files.length > most) {
      const message = `the job would change ${countOf(files.length, 'file')}${by}; at most ${most} are allowed`;
      throw new ToolError('limit_files', message);
    }
    const bytes = files.reduce((sum, change) => sum + Buffer.byteLength(formatFileDiff(change)), 0);
    if (bytes > maxBytes) {
      const message = `the job's diff${by} would have ${bytes} bytes; at most ${maxBytes} are allowed`;
      throw new ToolError('limit_patch_bytes', message);
    }
  }
}
