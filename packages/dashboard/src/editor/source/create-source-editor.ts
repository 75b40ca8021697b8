import { defaultKeymap, isolateHistory } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { VisualHost } from '../visual/visual-state.ts';
import type { TextFormat } from '@docwright/doc-agent/text-format';
import { isPage } from '../docs-tree.ts';
import { ownHistory } from './edit-history.ts';
import { editorTheme } from './editor-theme.ts';
import { findChange } from '@docwright/doc-agent/find-change';
import { mdxLanguage } from './mdx-language.ts';
import type { showDiagnostics as ShowDiagnostics } from './source-extras.ts';
import { toOffset, type SourceDiagnostic } from './to-offset.ts';
import { createVisualSwitch, replaceTag, type VisualSwitch } from './visual-switch.ts';

export interface SourceOptions {
  readonly path: string;
  readonly text: string;
  readonly format: TextFormat;
  readonly isReadOnly: boolean;
  readonly listPaths: () => readonly string[];
  /** The author has changed the text. It is read later, because a page can be large. */
  readonly onEdit: (read: () => string) => void;
  /** Files were dropped or pasted. */
  readonly onFiles: (files: readonly File[]) => void;
  /** The author has scrolled the text, to a fraction of its height from 0 to 1. */
  readonly onScroll: (ratio: number) => void;
  readonly visual: VisualHost;
}

export interface SourceEditor extends VisualSwitch {
  /** The underlying CodeMirror editor, for parts that are loaded on demand. */
  readonly view: EditorView;
  readonly text: () => string;
  /**
   * Replaces the part that differs, so that the cursor doesn't move.
   *
   * @param isTyped changes in quick succession are undone together
   */
  setText(text: string, isTyped?: boolean): void;
  /** Replaces the selection. */
  insert(text: string): void;
  jumpTo(line: number, column: number | null): void;
  scrollTo(ratio: number): void;
  setDiagnostics(diagnostics: readonly SourceDiagnostic[]): void;
  /** Replaces a tag's text, even if the tag has moved. Returns false if the tag has changed in the meantime. */
  replaceTag(tag: { readonly from: number; readonly text: string }, text: string): boolean;
  /** Connects the text with a shared document, which must contain the same text; `undefined` disconnects it. */
  share(extension: Extension | undefined): void;
  focus(): void;
  destroy(): void;
}

/** How long scroll events aren't reported after the text has followed the preview. */
const FOLLOW_MS = 200;

/** Marks changes by the page, which aren't saved again. */
const fromPage = Annotation.define<true>();

/**
 * @param parent an element; the editor is placed in its shadow root, because its styles aren't allowed in the page
 * itself
 */
export function createSourceEditor(parent: HTMLElement, options: SourceOptions): SourceEditor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const extras = new Compartment();
  const look = new Compartment();
  const sharing = new Compartment();
  const first = isPage(options.path) ? mdxLanguage(undefined) : [];
  let diagnostics: readonly SourceDiagnostic[] = [];
  let showDiagnostics: typeof ShowDiagnostics | undefined;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [look.of(sourceLook), extras.of(first), sharing.of(ownHistory), extensionsOf(options)],
    }),
  });
  let isDestroyed = false;
  void import('./source-extras.ts').then(
    (module) => {
      if (isDestroyed) return;
      ({ showDiagnostics } = module);
      view.dispatch({ effects: extras.reconfigure(module.sourceExtras(options.path, options.listPaths)) });
      view.dispatch(showDiagnostics(view.state, diagnostics));
    },
    // Without a connection, the text can still be edited.
    () => undefined,
  );
  const scroller = view.scrollDOM;
  const height = (): number => Math.max(1, scroller.scrollHeight - scroller.clientHeight);
  let followsUntil = 0;
  scroller.addEventListener('scroll', () => {
    if (performance.now() > followsUntil) options.onScroll(scroller.scrollTop / height());
  });
  const read = (): string => view.state.doc.toString();
  return {
    view,
    text: read,
    setText: (text, isTyped = false) => {
      const changes = findChange(read(), text);
      if (changes === undefined) return;
      const annotations = [fromPage.of(true), ...(isTyped ? [] : [isolateHistory.of('full')])];
      view.dispatch({ changes, annotations, ...(isTyped && { userEvent: 'input.type' }) });
    },
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' });
      view.focus();
    },
    jumpTo: (line, column) => {
      const at = toOffset(view.state, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      view.focus();
    },
    scrollTo: (ratio) => {
      followsUntil = performance.now() + FOLLOW_MS;
      scroller.scrollTop = ratio * height();
    },
    setDiagnostics: (next) => {
      diagnostics = next;
      if (showDiagnostics !== undefined) view.dispatch(showDiagnostics(view.state, diagnostics));
    },
    ...createVisualSwitch(view, {
      look,
      source: sourceLook,
      host: options.visual,
      isDestroyed: () => isDestroyed,
    }),
    replaceTag: (tag, text) => replaceTag(view, tag, text),
    share: (extension) => {
      if (!isDestroyed) view.dispatch({ effects: sharing.reconfigure(extension ?? ownHistory) });
    },
    focus: () => view.focus(),
    destroy: () => {
      isDestroyed = true;
      view.destroy();
    },
  };
}

const sourceLook: Extension = [lineNumbers(), highlightActiveLine(), highlightActiveLineGutter()];

function extensionsOf(options: SourceOptions): Extension {
  const { path, text, format, isReadOnly, onEdit } = options;
  const isMixed = format.lineEnding === 'mixed';
  return [
    highlightSpecialChars(),
    drawSelection(),
    dropCursor(),
    bracketMatching(),
    EditorView.lineWrapping,
    indentUnit.of(/^\t/m.test(text) ? '\t' : '  '),
    // Otherwise, carriage returns would become line breaks.
    isMixed
      ? [
          EditorState.lineSeparator.of('\n'),
          EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll(/\r\n?/g, '\n')),
        ]
      : [],
    // The Tab key moves out of the text, so that the page can be used with the keyboard alone.
    keymap.of(defaultKeymap),
    editorTheme,
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      'aria-label': `Text of ${path}`,
      'aria-readonly': String(isReadOnly),
      // Some tools don't recognize editable text as focusable.
      tabindex: '0',
      spellcheck: isPage(path) ? 'true' : 'false',
      autocapitalize: 'sentences',
    }),
    isReadOnly ? [] : acceptFiles(options.onFiles),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.every((each) => each.annotation(fromPage) === true))
        onEdit(() => update.view.state.doc.toString());
    }),
  ];
}

const acceptFiles = (onFiles: SourceOptions['onFiles']): Extension =>
  EditorView.domEventHandlers({
    paste: (event, view) => takeFiles(event, event.clipboardData, () => onFiles(filesOf(event.clipboardData)), view),
    drop: (event, view) =>
      takeFiles(
        event,
        event.dataTransfer,
        () => {
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (at !== null) view.dispatch({ selection: { anchor: at } });
          onFiles(filesOf(event.dataTransfer));
        },
        view,
      ),
  });

const filesOf = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])];

/** Handles dropped or pasted files. Text copied from a page can include a picture of itself, which isn't inserted. */
function takeFiles(event: Event, data: DataTransfer | null, take: () => void, view: EditorView): boolean {
  if (filesOf(data).length === 0 || data?.types.includes('text/plain') === true || view.state.readOnly) return false;
  event.preventDefault();
  take();
  return true;
}
