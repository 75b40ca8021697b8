/**
 * Reports page views, searches, external links, copied code, playground calls and missing pages to the page's own
 * origin, but only on sites with analytics, and never for readers who opted out or haven't given the consent that the
 * site requires. It sets no cookies, stores nothing and doesn't wait for responses.
 */
import { describeCode } from './describe-code.ts';

interface Privacy extends Navigator {
  readonly globalPrivacyControl?: boolean;
}
type Kind = 'view' | 'not_found' | 'search' | 'search_click' | 'outlink' | 'code_copy' | 'playground_call';

const endpoint = `${document.documentElement.dataset['base'] ?? '/'}_docwright/events`;
/** A query counts after this pause in typing, or when a result is opened. */
const settledMs = 1_500;
const { doNotTrack, globalPrivacyControl } = navigator as Privacy;

if (doNotTrack !== '1' && globalPrivacyControl !== true) {
  addEventListener('pageshow', () => {
    const isMissing = document.querySelector('main > .not-found') !== null;
    whenShown(() => report(isMissing ? 'not_found' : 'view', { referrer: document.referrer }));
  });
  document.addEventListener('input', ({ target }) => isSearchField(target) && settle(target));
  addEventListener('pagehide', () => settled());
  // The playground reports a call's operation and class of response.
  document.addEventListener('docwright:call', ({ detail }: CustomEventInit) => report('playground_call', detail));
  for (const type of ['click', 'auxclick']) document.addEventListener(type, ({ target }) => followClick(target), true);
}

/** Runs a function when the page is shown: a prerendered page hasn't been viewed yet. */
function whenShown(run: () => void): void {
  const page = document as Document & { readonly prerendering?: boolean };
  if (page.prerendering === true) page.addEventListener('prerenderingchange', run, { once: true });
  else run();
}

function followClick(target: EventTarget | null): void {
  if (!(target instanceof Element)) return;
  const copied = target.closest('.code-copy');
  if (copied) return report('code_copy', describeCode(copied));
  const link = target.closest<HTMLAnchorElement>('a[href]');
  const field = target.closest('.search-dialog')?.querySelector('input');
  if (field) {
    settle(field);
    if (!link) return;
    const query = settled();
    if (query !== '') report('search_click', { query, target: link.pathname });
  } else if (link && /^https?:$/.test(link.protocol) && link.host !== location.host)
    report('outlink', { target: link.origin + link.pathname });
}

const isSearchField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.closest('.search-dialog') !== null;

let field: HTMLInputElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let counted = '';

function settle(typed: HTMLInputElement): void {
  field = typed;
  clearTimeout(timer);
  timer = setTimeout(settled, settledMs);
}

/** Counts the query in the field, unless it was already counted. */
function settled(): string {
  clearTimeout(timer);
  const query = (field?.value ?? '').trim().slice(0, 200);
  if (query !== counted && query !== '') report('search', { query, ...countResults(query) });
  counted = query;
  return query;
}

/** Returns the dialog's result count for the query, if known. */
function countResults(query: string): { readonly results?: number } {
  const shown = field?.closest<HTMLElement>('.search-dialog')?.dataset ?? {};
  return shown['query']?.trim().slice(0, 200) === query ? { results: Number(shown['results']) } : {};
}

/** Whether the site's own banner has stored this reader's consent in the browser, if the site requires it. */
function hasConsent(): boolean {
  const { consentKey, consentValue } = document.documentElement.dataset;
  if (consentKey === undefined) return true;
  try {
    const noted = localStorage.getItem(consentKey);
    return noted !== null && (consentValue ?? noted) === noted;
  } catch {
    // A browser without access to storage has no stored consent.
    return false;
  }
}

function report(kind: Kind, fields: Readonly<Record<string, string | number>> = {}): void {
  if (!hasConsent()) return;
  const event = { id: newId(), kind, path: location.pathname, ...fields };
  navigator.sendBeacon(endpoint, JSON.stringify({ events: [event] }));
}

/** Creates a version 7 UUID, which contains the time. An event that arrives twice is counted once. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  // Also works on a site without TLS, which `crypto.randomUUID` requires.
  const random = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
}
