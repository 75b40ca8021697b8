/**
 * Shows the response by its type: JSON is indented, text is plain, images, audio and video are inline, anything else is
 * a download.
 */
import { element } from './element.ts';
import { forwardedHeaders } from './forward.ts';

/** Longer text is truncated, because many megabytes would freeze the tab. */
const MAX_SHOWN_CHARS = 500_000;

export async function showResponse(response: Response, startedAt: number): Promise<HTMLElement> {
  const type = response.headers.get('content-type') ?? '';
  const content = await showBody(response, type);
  const ms = Math.round(performance.now() - startedAt);
  const headers = (forwardedHeaders(response) ?? [...response.headers])
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const status = element(
    'p',
    { class: 'play-status', 'data-status': `${Math.floor(response.status / 100)}xx` },
    `${response.status} ${response.statusText} · ${ms} ms`,
  );
  const details = element(
    'details',
    {},
    element('summary', {}, 'Headers'),
    element('pre', {}, element('code', {}, headers)),
  );
  return element('div', {}, status, content, details);
}

async function showBody(response: Response, type: string): Promise<HTMLElement> {
  if (/^(?:image|audio|video)\//.test(type)) {
    const address = URL.createObjectURL(await response.blob());
    if (type.startsWith('image/')) return element('img', { src: address, alt: 'Response' });
    return element(type.startsWith('audio/') ? 'audio' : 'video', { src: address, controls: '' });
  }
  if (!/json|text|xml|yaml|javascript|html|urlencoded|event-stream/.test(type) && type !== '') {
    const address = URL.createObjectURL(await response.blob());
    return element('p', {}, element('a', { href: address, download: 'response' }, `Download the response (${type})`));
  }
  const text = await response.text();
  const shown = /json/.test(type) ? indent(text) : text;
  const cut = shown.length > MAX_SHOWN_CHARS ? `${shown.slice(0, MAX_SHOWN_CHARS)}\n…` : shown;
  return element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Response body' }, element('code', {}, cut));
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
