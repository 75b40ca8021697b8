import { history, historyKeymap, redo, undo } from '@codemirror/commands';
import { Facet, type Extension } from '@codemirror/state';
import { keymap, type Command } from '@codemirror/view';

export interface EditHistory {
  readonly undo: Command;
  readonly redo: Command;
}

/** Undoes the author's changes, in this editor alone or in text that others edit at the same time. */
export const editHistory = Facet.define<EditHistory, EditHistory>({
  combine: ([first]) => first ?? { undo, redo },
});

/** The history of text that only this editor changes. */
export const ownHistory: Extension = [history(), keymap.of(historyKeymap)];
