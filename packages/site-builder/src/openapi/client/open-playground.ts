/** Loaded with pages that have a playground: shows its button, and fetches the rest when it is first pressed. */
import type { openPlayground } from './playground.ts';

interface PlaygroundModule {
  readonly openPlayground: typeof openPlayground;
}

for (const host of document.querySelectorAll<HTMLElement>('dw-playground')) {
  const button = host.querySelector<HTMLButtonElement>('.api-try');
  if (button === null) continue;
  button.hidden = false;
  // The builder writes the name that the file has in the bundle here.
  const load = async (): Promise<PlaygroundModule> => await import('./playground.js');
  button.addEventListener('pointerenter', () => void load(), { once: true });
  button.addEventListener('click', () => void load().then(({ openPlayground }) => openPlayground(host)));
}
