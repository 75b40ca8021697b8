import type { Condition } from '@docwright/site-access/rules';
import type { BuildRequest } from '../build-request.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import { allOf, anyOf, separateEdits, takeEdits, type Choices, type Outcome } from '../../site/index.ts';
import { findPathFault } from '../../source/find-path-fault.ts';
import type { SealedFile } from '../../source/output-file.ts';
import type { PublicFiles } from './public-files.ts';

/** Text of a file with pieces, or `undefined` for readers who don't have the file. */
export type FileOutcome = Outcome<string | undefined>;

interface Copy {
  when: Condition | undefined;
  readonly bytes: Uint8Array;
}

export interface SealedFilesOptions {
  readonly choices: Choices;
  readonly publicFiles: PublicFiles;
  readonly emit: NonNullable<BuildRequest['emitSealed']>;
  readonly report: ReportIssue;
}

/**
 * Emits sealed files, after all public files.
 *
 * S1 A public file has edits only if the text that its pieces show to everyone equals the public site's text.
 * S2 A path is emitted once. A sealed file never has the path of a public file.
 */
export class SealedFiles {
  readonly #options: SealedFilesOptions;
  readonly #done = new Set<string>();
  readonly #copies = new Map<string, Copy>();
  /** Edits of files that were written while the public site was built. */
  readonly #waiting: SealedFile[] = [];

  constructor(options: SealedFilesOptions) {
    this.#options = options;
  }

  /**
   * Adds the edits of a public file that was just written, whose `bytes` are known. `writeWaiting` emits them when the
   * public site is complete.
   */
  addEdits(path: string, text: string, bytes: Uint8Array): void {
    const { choices, publicFiles } = this.#options;
    if (!publicFiles.has(path)) return;
    const edits = takeEdits(text, choices, bytes);
    if (edits === undefined) this.#reportDifference(path, 'its public text differs from the text of the public build');
    else if (edits.length > 0) this.#waiting.push({ path, when: undefined, bytes: undefined, edits });
  }

  async writeWaiting(): Promise<void> {
    for (const file of this.#waiting.splice(0)) await this.#emit(file);
  }

  /** Emits a file whose text depends on the reader. */
  async write(path: string, outcomes: readonly FileOutcome[]): Promise<void> {
    const { choices, publicFiles } = this.#options;
    const isPublic = outcomes.at(-1)?.value !== undefined;
    const when = isPublic ? undefined : anyOf(outcomes.flatMap((one) => (one.value === undefined ? [] : [one.when])));
    const given = outcomes.filter(({ value }) => value !== undefined);
    // If other readers receive nothing, all readers of the file meet the condition of its only text.
    const only = isPublic || given.length > 1 ? undefined : given[0]?.value;
    const text = only ?? choices.outcomes(outcomes.map((one) => ({ when: one.when, value: one.value ?? '' })));
    const { bytes, edits } = separateEdits(text, choices, when);
    if (!isPublic) return this.#emit({ path, when, bytes, edits });
    if (edits.length === 0) return;
    if (!publicFiles.isSame(path, bytes))
      return this.#reportDifference(path, 'its public text differs from the text of the public build');
    await this.#emit({ path, when: undefined, bytes: undefined, edits });
  }

  /** Emits a file whose edits are known. */
  async writeSealed(file: SealedFile): Promise<void> {
    const { publicFiles } = this.#options;
    if (file.bytes !== undefined || publicFiles.has(file.path)) await this.#emit(file);
  }

  /** Adds a file that has the same content for all of its conditions. `finish` emits it. */
  add(path: string, when: Condition | undefined, bytes: Uint8Array | string): void {
    if (this.#options.publicFiles.has(path)) return;
    const known = this.#copies.get(path);
    if (known !== undefined) known.when = anyOf([known.when, when]);
    else this.#copies.set(path, { when, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes });
  }

  /** Adds a condition to a file, and returns whether the file is known. */
  extend(path: string, when: Condition | undefined): boolean {
    const known = this.#copies.get(path);
    if (known !== undefined) known.when = anyOf([known.when, when]);
    return known !== undefined || this.#options.publicFiles.has(path);
  }

  async finish(): Promise<void> {
    for (const [path, { when, bytes }] of this.#copies) await this.#emit({ path, when, bytes, edits: [] });
  }

  async #emit(file: SealedFile): Promise<void> {
    const { path, when } = file;
    const { publicFiles, emit } = this.#options;
    if (when?.length === 0) return;
    const folded = path.normalize('NFC').toLowerCase();
    const isTaken =
      this.#done.has(folded) || publicFiles.collides(path) || (file.bytes !== undefined && publicFiles.has(path));
    if (isTaken || findPathFault(path) !== undefined)
      return this.#reportDifference(path, 'its path is invalid or belongs to another file');
    this.#done.add(folded);
    await emit(file);
  }

  #reportDifference(path: string, reason: string): void {
    this.#options.report({
      path,
      severity: 'warning',
      code: 'unsealed-page',
      message: `Readers with access see no restricted content in ${path}, because ${reason}.`,
      fix: 'If the file is a page, simplify it, or report this to the developers of the builder.',
    });
  }
}

/** Outcomes for readers who meet `when`, and for readers who don't. */
export function orElse(
  when: Condition | undefined,
  text: string,
  others: readonly FileOutcome[],
): readonly FileOutcome[] {
  return when === undefined ? [{ when, value: text }] : [{ when, value: text }, ...others];
}

/** Replaces each outcome with the outcomes of its value, in order, which must also meet its condition. */
export function flatten<T, U>(
  outcomes: readonly Outcome<T>[],
  inner: (value: T) => readonly Outcome<U>[],
): readonly Outcome<U>[] {
  return outcomes.flatMap(({ when, value }) =>
    inner(value).map((one) => ({ when: allOf(when, one.when), value: one.value })),
  );
}
