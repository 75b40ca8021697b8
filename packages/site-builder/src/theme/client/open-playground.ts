interface PlaygroundModule {
  openPlayground(host: HTMLElement): void;
}

/** The playground of an API page is loaded when its button is first pressed. */
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
