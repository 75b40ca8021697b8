import { Opaque, type Value } from '../expressions/index.ts';
import type { TextFile } from '../snippets/snippet-store.ts';

/** What an import of an `.mdx` file is bound to. */
export class SnippetComponent {
  readonly file: TextFile;

  constructor(file: TextFile) {
    this.file = file;
  }
}

export function findSnippetComponent(value: Value): SnippetComponent | undefined {
  return value instanceof Opaque && value.content instanceof SnippetComponent ? value.content : undefined;
}
