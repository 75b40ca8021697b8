import type { TurnEvent } from '@docwright/site-assistant';
import type { Fallback } from './settings-store.ts';

/** Appends the owner's link to a response if the pages don't contain the answer. */
export async function* withFallback(
  events: AsyncIterable<TurnEvent>,
  fallback: Fallback | null,
): AsyncGenerator<TurnEvent> {
  for await (const event of events) {
    if (event.type === 'end' && event.outcome === 'unanswered' && fallback !== null)
      yield { type: 'text', text: `\n\n${toLink(fallback)}\n` };
    yield event;
  }
}

function toLink({ label, url }: Fallback): string {
  const text = label.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]<>`*_!]/g, '\\$&');
  return `[${text}](<${new URL(url).href.replaceAll(/[<>]/g, encodeURIComponent)}>)`;
}
