import { syntaxTree } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { hasStructure, htmlToMdx } from './html-to-mdx.ts';

/** Larger pages are pasted as plain text, because the conversion would block the page. */
const LARGEST_HTML = 5_000_000;

/**
 * Converts content from web pages and Google Docs to MDX. Plain text and text pasted into code blocks are unchanged.
 */
export const pasteHtml = EditorView.domEventHandlers({
  paste: (event, view) => {
    const html = event.clipboardData?.getData('text/html') ?? '';
    if (html === '' || html.length > LARGEST_HTML || view.state.readOnly) return false;
    // Code editors add HTML that only colors the text.
    if (event.clipboardData?.types.some((type) => type.startsWith('vscode-')) === true) return false;
    const { from, to } = view.state.selection.main;
    const name = syntaxTree(view.state).resolveInner(from, -1).name;
    if (/^(?:FencedCode|CodeText|InlineCode|Frontmatter|FrontmatterContent|Esm|JsxTag)$/.test(name)) return false;
    // Documents created this way don't run scripts or load images.
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    if (!hasStructure(body)) return false;
    const text = htmlToMdx(body);
    if (text === '') return false;
    event.preventDefault();
    const line = view.state.doc.lineAt(from);
    const isBlock = text.includes('\n');
    const lead = isBlock && line.text.slice(0, from - line.from).trim() !== '' ? '\n\n' : '';
    const trail =
      isBlock &&
      view.state.doc
        .lineAt(to)
        .text.slice(to - view.state.doc.lineAt(to).from)
        .trim() !== ''
        ? '\n\n'
        : '';
    const insert = lead + text + trail;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + lead.length + text.length },
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
    return true;
  },
});
