import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { Facet, StateEffect, StateField, type EditorState } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { findBlocks, type PageBlocks, type Range } from './find-blocks.ts';

/** The editor page's functions that visual mode calls. */
export interface VisualHost {
  /** Opens the form for the props of the tag that starts at `from`. */
  readonly onProperties: (target: TagTarget) => void;
  /** Opens the form for the frontmatter. */
  readonly onPageSettings: () => void;
  /** Lets the author select an image and inserts it. */
  readonly onChooseImage: () => void;
  /** Resolves to a `data:` address, or to `undefined` if the image can't be displayed here. */
  readonly loadImage: (address: string) => Promise<string | undefined>;
  /** Reports the block, the component and the formats at the cursor. */
  readonly onPlace: (place: VisualPlace) => void;
}

export interface TagTarget {
  readonly name: string;
  readonly text: string;
  readonly from: number;
}

/** A format that a button or a key toggles. */
export type FormatCommand = 'bold' | 'italic' | 'strike' | 'code' | 'link' | 'bullets' | 'numbers' | 'tasks' | 'quote';

/** The block, the component and the formats at the cursor, for the toolbar. */
export interface VisualPlace {
  readonly block: 'text' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
  /** The component around the cursor. */
  readonly component: string | undefined;
  /** The formats at the cursor, which the buttons of the toolbar remove. */
  readonly formats: readonly FormatCommand[];
}

export const visualHost = Facet.define<VisualHost, VisualHost | undefined>({ combine: ([host]) => host });

/** Maximum parsing time per change. The rest of a long page is parsed in the background. */
const PARSE_MS = 25;

interface VisualValue {
  readonly tree: Tree;
  readonly blocks: PageBlocks;
  /** Parts that the author has opened as source. */
  readonly opened: readonly Range[];
}

/** Opens a part as source until the cursor leaves it. */
export const openSource = StateEffect.define<Range>({
  map: (range, changes) => ({ from: changes.mapPos(range.from), to: changes.mapPos(range.to, 1) }),
});

function read(state: EditorState): Pick<VisualValue, 'tree' | 'blocks'> {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  return { tree, blocks: findBlocks(tree, state.doc) };
}

export const visualState = StateField.define<VisualValue>({
  create: (state) => ({ ...read(state), opened: [] }),
  update: (value, transaction) => {
    const { state, docChanged } = transaction;
    const isParsed = docChanged || syntaxTree(state) !== value.tree;
    let opened = value.opened;
    if (docChanged) {
      opened = opened.map(({ from, to }) => ({
        from: transaction.changes.mapPos(from, -1),
        to: transaction.changes.mapPos(to, 1),
      }));
    }
    const { from, to } = state.selection.main;
    if (transaction.selection !== undefined) opened = opened.filter((range) => from <= range.to && to >= range.from);
    for (const effect of transaction.effects) if (effect.is(openSource)) opened = [...opened, effect.value];
    if (!isParsed) return opened === value.opened ? value : { ...value, opened };
    const next = syntaxTree(state) === value.tree && !docChanged ? value : read(state);
    return { tree: syntaxTree(state), blocks: next.blocks, opened };
  },
});

export const blocksOf = (state: EditorState): PageBlocks => state.field(visualState).blocks;

export const isOpened = (state: EditorState, { from, to }: Range): boolean =>
  state.field(visualState).opened.some((range) => range.from < to && range.to > from);

/** Whether the cursor or the selection is in a part or at its edge. */
export const isTouched = (state: EditorState, { from, to }: Range): boolean =>
  state.selection.ranges.some((range) => range.from <= to && range.to >= from);
