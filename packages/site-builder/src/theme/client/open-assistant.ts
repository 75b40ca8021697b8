/**
 * Included in pages with the assistant's button. Opens the panel from the button, Ctrl+I or ⌘I, a selection, or a code
 * block. The panel is loaded only then.
 */
import type { Selected } from './assistant/ask-assistant.ts';

interface PanelModule {
  openAssistant(options: About & { readonly endpoint: string; readonly base: string }): void;
}

/** The selection or question that the panel opens with. */
interface About {
  readonly selected?: Selected;
  readonly question?: string;
}

const button = document.querySelector<HTMLElement>('.assistant-open');
const source = button?.dataset['panel'] ?? '';
const label = button?.dataset['about'] ?? '';
const root = document.documentElement;
const base = root.dataset['base'] ?? '/';

async function open(about: About = {}): Promise<void> {
  const panel = (await import(source)) as PanelModule;
  panel.openAssistant({ endpoint: `${base}_docwright/assistant`, base, ...about });
}

function makeAsk(className: string, ask: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = label;
  made.addEventListener('click', ask);
  return made;
}

for (const each of document.querySelectorAll('.assistant-open, [data-assistant]'))
  each.addEventListener('click', () => void open());
document.addEventListener('docwright-search', (event) => {
  if (event instanceof CustomEvent)
    Object.assign(event.detail, { assistant: (question: string) => void open({ question }) });
});
addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'i') return;
  event.preventDefault();
  void open();
});

for (const block of document.querySelectorAll<HTMLElement>('#content .code-block')) {
  const value = (): string => block.querySelector('code')?.textContent ?? '';
  const ask = makeAsk('assistant-code', () => void open({ selected: { type: 'code', value: value() } }));
  // As in the format's own themes, several elements have the same ID, which only style sheets use.
  ask.id = 'ask-assistant-code-block-button';
  block.append(ask);
}

let floating: HTMLButtonElement | undefined;
document.addEventListener('selectionchange', () => {
  const selection = getSelection();
  const value = selection?.toString().trim() ?? '';
  const place = selection?.anchorNode?.parentElement?.closest('#content');
  if (selection === null || value.length < 3 || place === null || place === undefined) {
    floating?.remove();
    floating = undefined;
    return;
  }
  const { left, bottom } = selection.getRangeAt(0).getBoundingClientRect();
  floating ??= makeAsk(
    'assistant-about',
    () => void open({ selected: { type: 'textSelection', value: getSelection()?.toString() ?? value } }),
  );
  floating.id = 'text-selection-tooltip-button';
  // Pressing the button would clear the selection before the click.
  floating.onpointerdown = (event) => event.preventDefault();
  floating.style.translate = `${Math.max(8, Math.min(left, innerWidth - 160))}px ${Math.min(bottom + 8, innerHeight - 48)}px`;
  if (!floating.isConnected) document.body.append(floating);
});
