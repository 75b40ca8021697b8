import { Prec, type EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isInCode, isLiteral } from './commands.ts';
import { isOpened } from './visual-state.ts';

/**
 * Characters that begin a tag or an expression in MDX. In visual mode, they are typed as text, because a page with an
 * unclosed brace can't be built.
 */
const markup = /^[{<]$/;

/** Types a character as text, so that it doesn't begin a tag or an expression. */
export const plainTyping: Extension = Prec.high(
  EditorView.inputHandler.of((view, from, to, text) => {
    if (!markup.test(text) || view.state.readOnly || !isPlain(view.state, from)) return false;
    const insert = `\\${text}`;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  }),
);

function isPlain(state: EditorState, at: number): boolean {
  const span = { from: at, to: at };
  return (
    !isEscaped(state.sliceDoc(Math.max(0, at - 100), at)) &&
    !isLiteral(state, span) &&
    !isInCode(state, span) &&
    !isOpened(state, span)
  );
}

/**
 * Returns the source of a character that is typed in a table's cell.
 *
 * @param before the cell's text before the cursor
 */
export function escapeInCell(before: string, typed: string): string {
  const isCode = (before.match(/`/g)?.length ?? 0) % 2 === 1;
  return markup.test(typed) && !isCode && !isEscaped(before) ? `\\${typed}` : typed;
}

/** Whether the author has typed the backslash. */
const isEscaped = (before: string): boolean => (/\\*$/.exec(before)?.[0].length ?? 0) % 2 === 1;
