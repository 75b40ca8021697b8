import { useEffect } from 'react';

/** The browser's title: what tabs, history and screen readers name the page by. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Docwright`;
  }, [title]);
}
