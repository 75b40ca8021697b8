/** The messages of a connection in both directions, newest last. */
import { element } from './element.ts';

/** Maximum number of entries. Older ones are dropped, because a busy server would fill the tab's memory. */
const maxEntries = 500;
const maxShownChars = 100_000;

export interface ChannelLog {
  readonly list: HTMLElement;
  add(direction: 'sent' | 'received' | 'note', text: string): void;
  clear(): void;
}

const labels = { sent: 'Sent', received: 'Received', note: '' } as const;

export function createChannelLog(): ChannelLog {
  const list = element('ol', { class: 'play-log', role: 'log', 'aria-label': 'Messages', tabindex: '0' });
  return {
    list,
    add(direction, text) {
      const now = new Date();
      const time = element(
        'time',
        { datetime: now.toISOString() },
        now.toLocaleTimeString(undefined, { hour12: false }),
      );
      const shown = text.length > maxShownChars ? `${text.slice(0, maxShownChars)}\n…` : text;
      const content =
        direction === 'note' ? element('span', {}, shown) : element('pre', {}, element('code', {}, shown));
      list.append(element('li', { 'data-direction': direction }, time, ` ${labels[direction]} `, content));
      while (list.childElementCount > maxEntries) list.firstElementChild?.remove();
      list.scrollTop = list.scrollHeight;
    },
    clear: () => list.replaceChildren(),
  };
}
