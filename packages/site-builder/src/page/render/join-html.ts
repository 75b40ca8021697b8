import type { Html } from '../../markup/html.ts';
import type { PageContext } from './page-context.ts';

/** Joins the markup of all items, stopping as soon as it is too large. */
export function joinHtml<T>(items: readonly T[], { site }: PageContext, write: (item: T) => Html): Html {
  const { pageHtmlBytes } = site.limits;
  let html = '';
  for (const item of items) {
    html += write(item);
    if (html.length > pageHtmlBytes)
      throw new Error(`its HTML is larger than ${pageHtmlBytes} bytes (limit "pageHtmlBytes")`);
  }
  return html;
}
