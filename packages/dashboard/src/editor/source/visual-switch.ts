import { isolateHistory } from '@codemirror/commands';
import type { Compartment, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type * as Visual from '../visual/visual-mode.ts';
import type { FormatCommand, VisualHost, VisualPlace } from '../visual/visual-state.ts';
import { findChange } from '@docwright/doc-agent/find-change';

/** An action in visual mode's toolbar. */
export type VisualCommand =
  | { readonly kind: 'format'; readonly format: FormatCommand }
  | { readonly kind: 'block'; readonly block: VisualPlace['block'] }
  | { readonly kind: 'insert' }
  | { readonly kind: 'properties' };

export interface VisualSwitch {
  /** Switches between visual mode and source. Visual mode's code is loaded on first use. */
  setVisual(isVisual: boolean): Promise<void>;
  run(command: VisualCommand): void;
}

export interface SwitchOptions {
  readonly look: Compartment;
  /** The appearance of the source. */
  readonly source: Extension;
  readonly host: VisualHost;
  readonly isDestroyed: () => boolean;
}

export function createVisualSwitch(view: EditorView, options: SwitchOptions): VisualSwitch {
  const { look, source, host, isDestroyed } = options;
  let wanted = false;
  let loaded: typeof Visual | undefined;
  return {
    setVisual: async (isVisual) => {
      wanted = isVisual;
      if (isVisual) loaded ??= await import('../visual/visual-mode.ts');
      // In the meantime, the author may have switched back.
      if (isDestroyed() || wanted !== isVisual) return;
      view.dispatch({ effects: look.reconfigure(isVisual && loaded ? loaded.visualMode(host) : source) });
      if (isVisual && loaded && view.state.selection.main.head === 0)
        view.dispatch({ selection: { anchor: loaded.findStart(view) } });
    },
    run: (command) => {
      if (loaded !== undefined) runCommand(view, loaded, command);
    },
  };
}

function runCommand(view: EditorView, visual: typeof Visual, command: VisualCommand): void {
  switch (command.kind) {
    case 'format':
      view.dispatch(visual.runFormat(view.state, command.format), { scrollIntoView: true });
      view.focus();
      break;
    case 'block':
      view.dispatch(visual.setBlock(view.state, command.block), { scrollIntoView: true });
      view.focus();
      break;
    case 'insert':
      visual.openSlashMenu(view);
      break;
    case 'properties':
      visual.openProperties(view);
      break;
  }
}

/** Replaces a tag's text, even if the tag has moved. Returns false if the tag has changed in the meantime. */
export function replaceTag(
  view: EditorView,
  tag: { readonly from: number; readonly text: string },
  text: string,
): boolean {
  const content = view.state.doc.toString();
  const first = content.indexOf(tag.text);
  const only = content.includes(tag.text, first + 1) ? -1 : first;
  const at = content.startsWith(tag.text, tag.from) ? tag.from : only;
  if (at === -1) return false;
  const change = findChange(tag.text, text);
  if (change === undefined) return true;
  const { from, to, insert } = change;
  view.dispatch({
    changes: { from: at + from, to: at + to, insert },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.properties',
  });
  return true;
}
