import { Opaque, type Scope, type Value } from '@docwright/expressions';
import type { TextFile } from '../snippets/snippet-store.ts';

/** The value that an import of an `.mdx` file is bound to. */
export class SnippetComponent {
  readonly file: TextFile;
  /** Names of the importing file: like text in the page itself, a snippet can use names that only the page imports. */
  readonly around: Scope | undefined;

  constructor(file: TextFile, around?: Scope) {
    this.file = file;
    this.around = around;
  }
}

export function findSnippetComponent(value: Value): SnippetComponent | undefined {
  return value instanceof Opaque && value.content instanceof SnippetComponent ? value.content : undefined;
}
