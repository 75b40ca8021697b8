import type { PanelTexts } from './panel-texts.ts';
import type { Thread } from './kept-threads.ts';

export interface ThreadListRequest {
  readonly threads: readonly Thread[];
  readonly texts: PanelTexts;
  readonly onOpen: (thread: Thread) => void;
  readonly onRemove: (thread: Thread) => void;
}

/** Lists earlier threads by their first question, each with a button that deletes it. */
export function drawThreads({ threads, texts, onOpen, onRemove }: ThreadListRequest): HTMLElement {
  const list = document.createElement('ul');
  list.className = 'assistant-threads';
  list.setAttribute('aria-label', texts.earlier);
  for (const thread of threads) {
    const item = document.createElement('li');
    const open = document.createElement('button');
    const question = thread.messages.find(({ role }) => role === 'user')?.text ?? '…';
    open.textContent = question.slice(0, 200);
    open.dir = 'auto';
    open.addEventListener('click', () => onOpen(thread));
    const remove = document.createElement('button');
    remove.textContent = '✕';
    remove.setAttribute('aria-label', `${texts.remove}: ${question.slice(0, 60)}`);
    remove.title = texts.remove;
    remove.addEventListener('click', () => onRemove(thread));
    for (const button of [open, remove]) button.type = 'button';
    item.append(open, remove);
    list.append(item);
  }
  return list;
}
