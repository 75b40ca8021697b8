/**
 * One replay task: files, a request, and what a careful person made of them. `expected` gives literal replacements of the
 * text before, so that it is written down without the engine's help.
 */
export interface ReplayTask {
  readonly id: string;
  readonly prompt: string;
  /** Files besides those of the common site; `null` takes one of those away. */
  readonly before?: Readonly<Record<string, string | null>>;
  readonly result: 'changes' | 'no_changes' | 'needs_input' | 'needs_model' | 'blocked_by_policy';
  /** By path: replacements of the file's text (each once), a whole new content, `null` for deleted. Nothing else may differ. */
  readonly expected?: Readonly<Record<string, readonly (readonly [string, string])[] | string | null>>;
  /** Expected names: content of this path is the `expected` edits of another one. */
  readonly movedFrom?: Readonly<Record<string, string>>;
}
