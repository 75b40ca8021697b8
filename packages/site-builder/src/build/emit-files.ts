import type { BuildRequest, ExistingFiles } from './build-request.ts';
import { findPathFault } from '../source/find-path-fault.ts';
import type { IssueLog } from '../issues/issue-log.ts';
import type { FileDigest } from './cache/index.ts';
import type { OutputFile } from '../source/output-file.ts';

/** Passes a build's files to their receiver and counts them. */
export class FileEmitter {
  readonly #emit: ((file: OutputFile) => void | Promise<void>) | undefined;
  readonly #existing: ExistingFiles | undefined;
  readonly #log: IssueLog;
  /** Maps the case-folded path of each emitted file to its path. */
  readonly #emitted = new Map<string, string>();
  files = 0;
  bytes = 0;

  /** Without `emit`, for a check, files are only counted. */
  constructor({ emit, existing }: Pick<BuildRequest, 'emit' | 'existing'>, log: IssueLog) {
    this.#emit = emit;
    this.#existing = existing;
    this.#log = log;
  }

  async emitAll(files: readonly OutputFile[]): Promise<void> {
    for (const file of files) await this.emit(file);
  }

  /** Emits a file. Returns a promise if the receiver does. */
  emit(file: OutputFile): void | Promise<void> {
    if (!this.claim(file.path)) return;
    // Converted to bytes once: otherwise a string would be encoded both here and by its receiver.
    const bytes = typeof file.bytes === 'string' ? Buffer.from(file.bytes) : file.bytes;
    this.bytes += bytes.byteLength;
    return this.#emit?.({ path: file.path, bytes });
  }

  /** Reports a file that the receiver already has. */
  emitReused(path: string, { sha256, sizeBytes }: FileDigest): void | Promise<void> {
    if (!this.claim(path)) return;
    this.bytes += sizeBytes;
    return this.#existing?.reused({ path, sha256 });
  }

  /** Whether a file with this path was already emitted or claimed. */
  has(path: string): boolean {
    return this.#emitted.has(path.normalize('NFC').toLowerCase());
  }

  /**
   * Whether a file may be created. Two sources can claim the same path: images with the same name and content, or pages
   * whose names differ in case, which many file systems can't distinguish. The first file is used. A path outside the
   * site is never created.
   */
  claim(path: string): boolean {
    // eslint-disable-next-line no-control-regex -- the pattern tests for ASCII, which has one Unicode form
    const folded = (/^[\x00-\x7f]*$/.test(path) ? path : path.normalize('NFC')).toLowerCase();
    const before = this.#emitted.get(folded);
    if (before === undefined) {
      const fault = findPathFault(path);
      if (fault !== undefined) {
        this.#emitted.set(folded, path);
        this.#reportFault(path, fault);
        return false;
      }
      this.#emitted.set(folded, path);
      this.files++;
      return true;
    }
    if (before !== path) this.#reportCollision(path, before);
    return false;
  }

  #reportFault(path: string, fault: string): void {
    this.#log.add({
      path,
      severity: 'error',
      code: 'unpublishable-file',
      message: `"${path.slice(0, 200)}" ${fault} and was left out.`,
      fix: 'Rename the file, or the page or file that it is named after.',
    });
  }

  #reportCollision(path: string, before: string): void {
    this.#log.add({
      path,
      severity: 'error',
      code: 'path-collision',
      message: `"${path}" differs from "${before}" only in case or Unicode form and was left out.`,
      fix: 'Rename one of them.',
    });
  }
}
