import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, keymap, showTooltip, type DecorationSet, type Tooltip } from '@codemirror/view';

/** A thread's text, as stored by the service. */
export interface CommentMark {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** The text between the positions. */
  readonly text: string;
  readonly isSuggestion: boolean;
}

/** The selected text of a new thread. */
export interface CommentTarget {
  readonly from: number;
  readonly to: number;
}

type NewKind = 'comment' | 'suggestion';

export interface CommentHost {
  readonly onOpen: (id: string, isByKeyboard: boolean) => void;
  readonly onCreate: (target: CommentTarget, kind: NewKind) => void;
  /** Starts a request to the agent about the selected text; `undefined` without the permission. */
  readonly onAsk: ((target: CommentTarget | undefined) => void) | undefined;
}

interface Shown {
  readonly marks: readonly CommentMark[];
  readonly active: string | undefined;
}

const setShown = StateEffect.define<Shown>();

interface MarksValue extends Shown {
  readonly decorations: DecorationSet;
}

const toDecoration = (id: string, { isSuggestion, isActive }: { isSuggestion: boolean; isActive: boolean }) =>
  Decoration.mark({
    class: `cm-comment${isSuggestion ? ' cm-comment-suggestion' : ''}${isActive ? ' cm-comment-active' : ''}`,
    attributes: { 'data-thread': id },
    id,
  });

/**
 * Highlights follow the author's changes. When the threads are reloaded, a highlight moves to the position from the
 * service if the expected text is there; otherwise, for example while text isn't saved yet, it stays in place.
 */
const marksField = StateField.define<MarksValue>({
  create: () => ({ marks: [], active: undefined, decorations: Decoration.none }),
  update: (value, transaction) => {
    let { decorations } = value;
    if (transaction.docChanged) decorations = decorations.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setShown))
        return { ...effect.value, decorations: place(transaction.state, effect.value, decorations) };
    return decorations === value.decorations ? value : { ...value, decorations };
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

function place({ doc }: EditorState, { marks, active }: Shown, before: DecorationSet): DecorationSet {
  const known = new Map<string, CommentTarget>();
  for (const cursor = before.iter(); cursor.value !== null; cursor.next()) {
    const id: unknown = cursor.value.spec['id'];
    if (typeof id === 'string') known.set(id, { from: cursor.from, to: cursor.to });
  }
  const ranges = marks.flatMap((mark): Range<Decoration>[] => {
    const isHere = mark.to <= doc.length && doc.sliceString(mark.from, mark.to) === mark.text;
    const range = isHere ? mark : known.get(mark.id);
    if (range === undefined || range.from >= range.to) return [];
    const look = { isSuggestion: mark.isSuggestion, isActive: mark.id === active };
    return [toDecoration(mark.id, look).range(range.from, range.to)];
  });
  return Decoration.set(ranges, true);
}

const hostFacet = StateEffect.define<CommentHost>();
const hostField = StateField.define<CommentHost | undefined>({
  create: () => undefined,
  update: (value, { effects }) => effects.find((effect) => effect.is(hostFacet))?.value ?? value,
});

/** Hides the buttons until the selection changes. */
const hideButtons = StateEffect.define();

/** The buttons at a selection. Keyboard users have a command instead. */
const buttonsField = StateField.define<Tooltip | null>({
  create: toButtons,
  update: (value, { state, docChanged, selection, effects }) => {
    if (effects.some((effect) => effect.is(hideButtons))) return null;
    return docChanged || selection !== undefined ? toButtons(state) : value;
  },
  provide: (field) => showTooltip.from(field),
});

function toButtons(state: EditorState): Tooltip | null {
  const { from, to, head } = state.selection.main;
  if (state.sliceDoc(from, to).trim() === '') return null;
  return {
    pos: head,
    above: false,
    create: (view) => {
      const dom = document.createElement('div');
      dom.className = 'cm-comment-buttons';
      const canAsk = view.state.field(hostField)?.onAsk !== undefined;
      for (const [label, run] of [
        ['Comment', () => create(view, 'comment')],
        ['Suggest a change', () => create(view, 'suggestion')],
        ...(canAsk ? ([['Ask agent', () => ask(view)]] as const) : []),
      ] as const) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = label;
        button.tabIndex = -1;
        // The text must keep its selection.
        button.addEventListener('mousedown', (event) => event.preventDefault());
        button.addEventListener('click', run);
        dom.append(button);
      }
      return { dom };
    },
  };
}

function create(view: EditorView, kind: NewKind): boolean {
  const target = toTarget(view.state);
  if (target === undefined) return false;
  view.dispatch({ effects: hideButtons.of(null) });
  view.state.field(hostField)?.onCreate(target, kind);
  return true;
}

/** Starts a request to the agent about the selection, or about the file if no text is selected. */
function ask(view: EditorView): boolean {
  const { onAsk } = view.state.field(hostField) ?? {};
  if (onAsk === undefined) return false;
  view.dispatch({ effects: hideButtons.of(null) });
  onAsk(view.state.selection.main.empty ? undefined : toTarget(view.state));
  return true;
}

/** Returns the selection without spaces at its ends, or the line at the cursor. */
export function toTarget(state: EditorState): CommentTarget | undefined {
  const { main } = state.selection;
  const { from, to } = main.empty ? state.doc.lineAt(main.head) : main;
  const text = state.sliceDoc(from, to);
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const start = from + text.indexOf(trimmed);
  return { from: start, to: start + trimmed.length };
}

/** Returns the complete lines that contain a passage. */
export function toLines({ doc }: EditorState, { from, to }: CommentTarget): CommentTarget {
  return { from: doc.lineAt(from).from, to: doc.lineAt(to).to };
}

const threadAt = (state: EditorState, at: number): string | undefined => {
  let found: string | undefined;
  state.field(marksField).decorations.between(at, at, (_from, _to, { spec }) => {
    const id: unknown = spec['id'];
    if (typeof id === 'string') found = id;
  });
  return found;
};

/** Starts a thread about the selection. If the cursor is in highlighted text, opens its thread instead. */
function runKey(view: EditorView): boolean {
  const { main } = view.state.selection;
  const id = main.empty ? threadAt(view.state, main.head) : undefined;
  if (id === undefined) return create(view, 'comment');
  view.state.field(hostField)?.onOpen(id, true);
  return true;
}

const look = EditorView.theme({
  '.cm-comment': {
    backgroundColor: 'light-dark(#fdf0c4, #453914)',
    borderBottom: '2px solid light-dark(#c99700, #b8902b)',
    cursor: 'pointer',
  },
  '.cm-comment-suggestion': {
    backgroundColor: 'light-dark(#e2effc, #16304a)',
    borderBottomColor: 'light-dark(#3a7cc0, #5d97d1)',
  },
  '.cm-comment-active': { backgroundColor: 'light-dark(#fbdf86, #6a5516)' },
  '.cm-comment-suggestion.cm-comment-active': { backgroundColor: 'light-dark(#bcdcfa, #21507c)' },
  '.cm-tooltip.cm-comment-buttons': { display: 'flex', gap: '2px', padding: '3px' },
  '.cm-comment-buttons button': {
    minHeight: '30px',
    padding: '4px 10px',
    border: '0',
    borderRadius: '6px',
    color: 'inherit',
    background: 'none',
    font: '550 13px var(--font)',
    cursor: 'pointer',
  },
  '.cm-comment-buttons button:hover': { backgroundColor: 'var(--hover)' },
});

const extension: Extension = [
  marksField,
  hostField,
  buttonsField,
  look,
  keymap.of([
    { key: 'Mod-Alt-m', run: runKey, preventDefault: true },
    { key: 'Mod-Alt-a', run: ask, preventDefault: true },
  ]),
  EditorView.domEventHandlers({
    click: (event, view) => {
      const mark = event.target instanceof Element ? event.target.closest('[data-thread]') : null;
      const id = mark?.getAttribute('data-thread');
      if (id !== undefined && id !== null && view.state.selection.main.empty)
        view.state.field(hostField)?.onOpen(id, false);
      return false;
    },
  }),
];

/** Adds highlights, buttons and keys to an editor. */
export function installMarks(view: EditorView, host: CommentHost): void {
  if (view.state.field(hostField, false) === undefined)
    view.dispatch({ effects: StateEffect.appendConfig.of(extension) });
  view.dispatch({ effects: hostFacet.of(host) });
}

export function showMarks(view: EditorView, marks: readonly CommentMark[], active: string | undefined): void {
  view.dispatch({ effects: setShown.of({ marks, active }) });
}

/** Scrolls to a thread's text. Returns false if the text isn't highlighted. */
export function scrollToMark(view: EditorView, id: string): boolean {
  for (const cursor = view.state.field(marksField).decorations.iter(); cursor.value !== null; cursor.next())
    if (cursor.value.spec['id'] === id) {
      view.dispatch({ effects: EditorView.scrollIntoView(cursor.from, { y: 'center' }) });
      return true;
    }
  return false;
}
