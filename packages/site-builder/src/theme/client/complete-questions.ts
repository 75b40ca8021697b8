/** If a site doesn't know its own address, the browser adds it to the links to assistants. */
export function completeQuestions(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-ask]')) {
    const page = new URL(
      (document.documentElement.dataset['base'] ?? '/') + (link.dataset['ask'] ?? ''),
      location.href,
    );
    link.href += encodeURIComponent(`Read ${page.href} and help me with questions about it.`);
  }
}
