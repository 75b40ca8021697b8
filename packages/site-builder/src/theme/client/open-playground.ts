interface PlaygroundModule {
  openPlayground(host: HTMLElement): void;
}

/** Loads the playground of an API page when the reader first points at its button or presses it. */
export function openPlaygroundOnDemand(): void {
  const source = document.documentElement.dataset['playground'];
  if (source === undefined) return;
  for (const host of document.querySelectorAll<HTMLElement>('dw-playground')) {
    const button = host.querySelector<HTMLButtonElement>('.api-try');
    if (button === null) continue;
    button.addEventListener('pointerenter', () => void import(source), { once: true });
    button.addEventListener('click', () => {
      void import(source).then((module: PlaygroundModule) => module.openPlayground(host));
    });
  }
}
