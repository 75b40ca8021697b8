import type { Html } from '../markup/html.ts';

/**
 * If an author uses an ID twice (`<a id="x"/>` before a heading of that name), browsers jump to the first element.
 * Later IDs are removed, because IDs must be unique in a document.
 */
export function dropRepeatedIds(html: Html): Html {
  const seen = new Set<string>();
  let written = '';
  let from = 0;
  for (let at = html.indexOf(' id="'); at !== -1; at = html.indexOf(' id="', at + 5)) {
    const end = html.indexOf('"', at + 5);
    const id = html.slice(at + 5, end);
    // Code on the page can show such an attribute as text.
    if (html.lastIndexOf('<', at) < html.lastIndexOf('>', at)) continue;
    if (!seen.has(id)) {
      seen.add(id);
      continue;
    }
    written += html.slice(from, at);
    from = end + 1;
  }
  return from === 0 ? html : written + html.slice(from);
}
