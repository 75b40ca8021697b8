import { language } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { inlineClasses, isInlineMark } from './inline-styles.ts';
import { element } from './widgets.ts';

/** Marks are hidden until the text is edited. */
const markClass = 'vm-mark';

interface Part {
  readonly from: number;
  readonly to: number;
  readonly className: string;
}

/**
 * Displays a line of Markdown as formatted text. The elements' text content is the line itself, so that it can be
 * edited in place.
 */
export function showInline(state: EditorState, text: string): DocumentFragment {
  const tree = state.facet(language)?.parser.parse(text);
  const shown = document.createDocumentFragment();
  append(shown, text, tree === undefined ? [] : listParts(tree, text));
  return shown;
}

/** Lists parts, sorted by start, outer parts first. */
function listParts(tree: Tree, text: string): readonly Part[] {
  const parts: Part[] = [];
  tree.iterate({
    enter: ({ name, from, to, node }) => {
      const className = inlineClasses[name];
      if (className !== undefined && (name !== 'Link' || node.getChild('URL') !== null))
        parts.push({ from, to, className });
      if (isInlineMark(name)) parts.push({ from, to, className: markClass });
      if (name === 'Escape') parts.push({ from, to: from + 1, className: markClass });
      if (name !== 'Link' || node.getChild('URL') === null) return;
      const [open, close] = node.getChildren('LinkMark');
      if (open !== undefined) parts.push({ from: open.from, to: open.to, className: markClass });
      if (close !== undefined) parts.push({ from: close.from, to, className: markClass });
    },
  });
  return parts
    .filter(({ from, to }) => from < to && to <= text.length)
    .toSorted((one, other) => one.from - other.from || other.to - one.to);
}

/** Appends text with its parts, which are either nested or disjoint. */
function append(parent: DocumentFragment, text: string, parts: readonly Part[]): void {
  const open: { readonly node: Node; readonly to: number }[] = [{ node: parent, to: text.length }];
  let at = 0;
  const write = (to: number): void => {
    if (to > at) open.at(-1)?.node.appendChild(document.createTextNode(text.slice(at, to)));
    at = Math.max(at, to);
  };
  const closeUntil = (position: number): void => {
    for (let last = open.at(-1); last !== undefined && open.length > 1 && last.to <= position; last = open.at(-1)) {
      write(last.to);
      open.pop();
    }
  };
  for (const { from, to, className } of parts) {
    closeUntil(from);
    if (from < at || to > (open.at(-1)?.to ?? 0)) continue;
    write(from);
    const node = element('span', { className });
    open.at(-1)?.node.appendChild(node);
    open.push({ node, to });
  }
  closeUntil(text.length);
  write(text.length);
}
