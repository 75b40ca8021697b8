import type { FetchUrl } from '@docwright/doc-agent';
import type { HttpClient } from '../../../../platform/http-client/index.ts';
import { htmlToText } from '../../../../platform/html/index.ts';

const maxPageBytes = 2_000_000;
/** Maximum length of a page's text, which is more than a model receives in one result. */
const maxTextLength = 200_000;
const timeoutMs = 20_000;

/**
 * Creates the HTTP client of the agent's `fetch_url`. Addresses are checked as for every URL of a tenant; redirects are
 * not followed, because only this host is on the project's list.
 */
export function createFetchUrl(http: HttpClient): FetchUrl {
  return async (url, signal) => {
    const response = await http.request({
      method: 'GET',
      url: url.href,
      headers: { accept: 'text/markdown, text/plain, text/html;q=0.8, application/json;q=0.8' },
      signal,
      maxBytes: maxPageBytes,
      timeoutMs,
      maxRedirects: 0,
    });
    const { status, headers } = response;
    const type = headers['content-type'] ?? '';
    if (status >= 300 && status < 400) {
      await response.discard();
      return { status, text: `This address redirects to ${headers['location'] ?? 'nowhere'}, which was not followed.` };
    }
    if (!/^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|yaml))/.test(type)) {
      await response.discard();
      throw new Error(`the response is ${type === '' ? 'of unknown type' : `"${type.slice(0, 80)}"`}, not text`);
    }
    const text = await response.text();
    return {
      status,
      text: type.startsWith('text/html') ? htmlToText(text, maxTextLength) : text.slice(0, maxTextLength),
    };
  };
}
