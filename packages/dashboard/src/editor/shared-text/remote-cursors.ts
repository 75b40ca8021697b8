import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { colorOf } from './people.ts';

/** Another person's selection, as positions in the text. */
export interface RemoteCursor {
  readonly client: number;
  readonly name: string;
  readonly userId: string;
  readonly anchor: number;
  readonly head: number;
}

export const setRemoteCursors = StateEffect.define<readonly RemoteCursor[]>();

class Caret extends WidgetType {
  readonly #cursor: RemoteCursor;

  constructor(cursor: RemoteCursor) {
    super();
    this.#cursor = cursor;
  }

  override eq(other: Caret): boolean {
    const { client, name } = other.#cursor;
    return client === this.#cursor.client && name === this.#cursor.name;
  }

  override toDOM(): HTMLElement {
    const caret = document.createElement('span');
    caret.className = 'cm-personCaret';
    caret.dataset['person'] = String(colorOf(this.#cursor.userId));
    // The list of people names the person and the page. Screen readers would read a name within the text as part of it.
    caret.ariaHidden = 'true';
    const label = document.createElement('span');
    label.className = 'cm-personName';
    label.textContent = this.#cursor.name;
    caret.append(label);
    return caret;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (value, { changes, effects, state }) => {
    let next = value.map(changes);
    for (const effect of effects) if (effect.is(setRemoteCursors)) next = decorate(state, effect.value);
    return next;
  },
  provide: (own) => EditorView.decorations.from(own),
});

function decorate(state: EditorState, cursors: readonly RemoteCursor[]): DecorationSet {
  const { length } = state.doc;
  const ranges = cursors.flatMap((cursor): Range<Decoration>[] => {
    const [anchor, head] = [Math.min(cursor.anchor, length), Math.min(cursor.head, length)];
    const caret = Decoration.widget({ widget: new Caret(cursor), side: head > anchor ? -1 : 1 }).range(head);
    if (anchor === head) return [caret];
    const attributes = { 'data-person': String(colorOf(cursor.userId)) };
    const selection = Decoration.mark({ class: 'cm-personSelection', attributes });
    return [selection.range(Math.min(anchor, head), Math.max(anchor, head)), caret];
  });
  return Decoration.set(ranges, true);
}

/** Readable on the light and the dark surface, and distinguishable from each other. */
const colors = [
  'light-dark(#a3300f, #ff9b7a)',
  'light-dark(#1f5fa8, #8ec1ff)',
  'light-dark(#7a3aa0, #d9a5f5)',
  'light-dark(#0f6b57, #6fd6b8)',
  'light-dark(#8a5a00, #f0c35c)',
  'light-dark(#9c2257, #ff9cc4)',
] as const;

const look = EditorView.theme({
  '.cm-personCaret': { position: 'relative', borderLeft: '2px solid', marginLeft: '-1px', marginRight: '-1px' },
  '.cm-personName': {
    position: 'absolute',
    bottom: '100%',
    left: '-2px',
    zIndex: '5',
    padding: '0 5px',
    borderRadius: '4px 4px 4px 0',
    color: 'var(--surface)',
    font: '600 11px/1.5 var(--font)',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  ...Object.fromEntries(
    colors.flatMap((color, index) => [
      [`.cm-personCaret[data-person="${index}"]`, { borderColor: color }],
      [`.cm-personCaret[data-person="${index}"] .cm-personName`, { backgroundColor: color }],
      [
        `.cm-personSelection[data-person="${index}"]`,
        { backgroundColor: `color-mix(in srgb, ${color} 22%, transparent)` },
      ],
    ]),
  ),
});

/** @param onSelect the author has moved the cursor, or changed the focus */
export const remoteCursors = (onSelect: (update: ViewUpdate) => void): Extension => [
  field,
  look,
  ViewPlugin.define(() => ({
    update: (update) => {
      if (update.selectionSet || update.focusChanged || update.docChanged) onSelect(update);
    },
  })),
];
