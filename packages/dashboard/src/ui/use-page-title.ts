import { useEffect } from 'react';

/** Sets the document title, which tabs, history and screen readers use as the page's name. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Docwright`;
  }, [title]);
}
