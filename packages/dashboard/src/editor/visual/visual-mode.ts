import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { furtherCompletion } from '../source/further-completion.ts';
import { readBlock, readFormats } from './commands.ts';
import { blockExtension } from './decorate.ts';
import { textDecorations } from './decorate-text.ts';
import { findComponentAt } from './find-blocks.ts';
import { visualKeys } from './keys.ts';
import { pasteHtml } from './paste.ts';
import { plainTyping } from './plain-typing.ts';
import { completeSlash } from './slash-menu.ts';
import { blocksOf, visualHost, visualState, type VisualHost, type VisualPlace } from './visual-state.ts';
import { visualTheme } from './visual-theme.ts';

export { runFormat, setBlock } from './commands.ts';
export { openProperties } from './keys.ts';
export { openSlashMenu } from './slash-menu.ts';

/** Displays the page as readers see it. The document is the source itself, so switching changes nothing. */
export function visualMode(host: VisualHost): Extension {
  let last = '';
  return [
    visualHost.of(host),
    blockExtension,
    textDecorations,
    plainTyping,
    visualKeys,
    pasteHtml,
    furtherCompletion.of(completeSlash),
    visualTheme,
    EditorView.editorAttributes.of({ class: 'vm' }),
    EditorView.updateListener.of(({ state, selectionSet, docChanged, startState }) => {
      if (!selectionSet && !docChanged && startState.field(visualState, false) !== undefined) return;
      const place: VisualPlace = {
        block: readBlock(state),
        component: findComponentAt(blocksOf(state), state.selection.main.head)?.name,
        formats: readFormats(state),
      };
      const text = JSON.stringify(place);
      if (text === last) return;
      last = text;
      host.onPlace(place);
    }),
  ];
}

/** Returns the cursor's first position: after the frontmatter, which is hidden. */
export function findStart(view: EditorView): number {
  const { frontmatter } = blocksOf(view.state);
  return frontmatter === undefined ? 0 : Math.min(view.state.doc.length, frontmatter.to + 1);
}
