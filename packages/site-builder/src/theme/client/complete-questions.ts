/** Adds the page's address to links to assistants, because the site's address isn't always available to the builder. */
export function completeQuestions(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-ask]')) {
    const page = new URL(
      (document.documentElement.dataset['base'] ?? '/') + (link.dataset['ask'] ?? ''),
      location.href,
    );
    link.href += encodeURIComponent(`Read ${page.href} and help me with questions about it.`);
  }
}
