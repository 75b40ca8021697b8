import { completionKeymap } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { yaml, yamlLanguage } from '@codemirror/lang-yaml';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { EditorState, Extension, TransactionSpec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { isPage } from '../docs-tree.ts';
import { completeMdx } from './complete.ts';
import { mdxLanguage } from './mdx-language.ts';
import { toOffset, type SourceDiagnostic } from './to-offset.ts';

/** Creates the parts that aren't needed before the text is displayed, and are loaded after it. */
export function sourceExtras(path: string, listPaths: () => readonly string[]): Extension {
  return [
    search({ top: true }),
    highlightSelectionMatches(),
    lintGutter(),
    keymap.of([...searchKeymap, ...completionKeymap, ...lintKeymap]),
    isPage(path) ? [completeMdx(listPaths), mdxLanguage(yamlLanguage.parser)] : [],
    /\.json$/i.test(path) ? json() : [],
    /\.ya?ml$/i.test(path) ? yaml() : [],
  ];
}

export const showDiagnostics = (state: EditorState, diagnostics: readonly SourceDiagnostic[]): TransactionSpec =>
  setDiagnostics(
    state,
    diagnostics.map((each) => toRange(state, each)),
  );

function toRange(state: EditorState, { line, column, severity, message }: SourceDiagnostic): Diagnostic {
  const from = toOffset(state, line, column);
  return { from, to: state.wordAt(from)?.to ?? state.doc.lineAt(from).to, severity, message };
}
