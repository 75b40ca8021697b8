/**
 * One replay task: files, a request, and a careful person's result. `expected` contains literal replacements in the
 * original text, so that it can be written without the engine.
 */
export interface ReplayTask {
  readonly id: string;
  readonly prompt: string;
  /** Files added to the common site; `null` removes one. */
  readonly before?: Readonly<Record<string, string | null>>;
  readonly result: 'changes' | 'no_changes' | 'needs_input' | 'needs_model' | 'blocked_by_policy';
  /**
   * Expected results by path: replacements in the file's text (each exactly once), new content, or `null` if deleted.
   * Nothing else may differ.
   */
  readonly expected?: Readonly<Record<string, readonly (readonly [string, string])[] | string | null>>;
  /** Old paths by new path: a moved file's expected content is that of the old path with the `expected` edits. */
  readonly movedFrom?: Readonly<Record<string, string>>;
}
