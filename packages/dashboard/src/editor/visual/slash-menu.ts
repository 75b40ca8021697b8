import {
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { findMissingBreaks } from './empty-lines.ts';
import { fillTemplate, insertions, type Insertion } from './insertions.ts';
import { visualHost } from './visual-state.ts';

/** Returns the menu that `/` opens at the start of an empty line. */
export function completeSlash(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const typed = /^([ \t]*)\/([\w -]*)$/.exec(line.text.slice(0, pos - line.from));
  if (typed === null || line.to !== pos || isCode(context)) return null;
  const from = line.from + (typed[1] ?? '').length;
  return {
    from: from + 1,
    options: insertions.map((insertion, index): Completion => ({
      label: insertion.label,
      detail: insertion.detail,
      section: { name: insertion.section, rank: sections.indexOf(insertion.section) },
      boost: -index / 2,
      apply: (view, _completion, _from, to) => insertPart(view, insertion, { from, to }),
    })),
    validFor: /^[\w -]*$/,
  };
}

const sections: readonly Insertion['section'][] = ['Text', 'Content', 'Callouts', 'Components'];

const isCode = ({ state, pos }: CompletionContext): boolean =>
  /^(?:FencedCode|CodeText|CodeInfo|Frontmatter|FrontmatterContent)$/.test(
    syntaxTree(state).resolveInner(pos, -1).name,
  );

function insertPart(
  view: EditorView,
  insertion: Insertion,
  place: { readonly from: number; readonly to: number },
): void {
  const host = view.state.facet(visualHost);
  const { doc } = view.state;
  const line = doc.lineAt(place.from);
  const indent = line.text.slice(0, place.from - line.from);
  const { text, cursor } = fillTemplate(insertion.template, indent);
  const { above, below } = findMissingBreaks(doc, line);
  const lead = above === '' ? '' : `${above}${indent}`;
  const start = place.from + lead.length;
  view.dispatch({
    changes: { from: place.from, to: place.to, insert: lead + text + below },
    selection: { anchor: start + cursor },
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  if (insertion.label === 'Image') host?.onChooseImage();
  if (insertion.asksFor !== undefined) {
    const tag = text.slice(0, text.indexOf('>') + 1);
    host?.onProperties({ name: insertion.asksFor, text: tag, from: start });
  }
}

/** Opens the menu on an empty line: the cursor's line, or a new line below it. */
export function openSlashMenu(view: EditorView): void {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.head);
  const isEmpty = line.text.trim() === '';
  const indent = /^\s*/.exec(line.text)?.[0] ?? '';
  const insert = isEmpty ? '/' : `\n\n${indent}/`;
  view.dispatch({
    changes: { from: line.to, insert },
    selection: { anchor: line.to + insert.length },
    userEvent: 'input.type',
  });
  view.focus();
  startCompletion(view);
}
