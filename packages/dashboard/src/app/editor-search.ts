import { oneOf, text } from './search-params.ts';

interface EditorSearch {
  readonly view?: 'source' | 'visual' | 'form' | 'split' | 'preview' | 'changes' | 'history' | undefined;
  /** The line to jump to. */
  readonly line?: number | undefined;
  /** The displayed revision in `history`, and its path if the file has been moved since then. */
  readonly revision?: string | undefined;
  readonly at?: string | undefined;
  /** Whether the comments are shown next to the text. */
  readonly comments?: 'open' | undefined;
  /** The comment thread to show. */
  readonly thread?: string | undefined;
}

/** Reads the parameters of the editor's address. */
export function readEditorSearch(search: Record<string, unknown>): EditorSearch {
  const { line } = search;
  return {
    view: oneOf(['source', 'visual', 'form', 'split', 'preview', 'changes', 'history'], search['view']),
    line: typeof line === 'number' && line > 0 ? Math.floor(line) : undefined,
    revision: text(search['revision']),
    at: text(search['at']),
    comments: oneOf(['open'], search['comments']),
    thread: text(search['thread']),
  };
}
