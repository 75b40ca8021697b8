/** The API playground: a form below the address bar that sends the request and shows the response. */
import { buildFetch, missingFields, withoutCookies } from './build-fetch.ts';
import { buildForm } from './build-form.ts';
import { element } from './element.ts';
import { explainFailure } from './explain-failure.ts';
import { isForwarded, readRefusal, throughProxy } from './forward.ts';
import { createChannelPanel } from './channel-panel.ts';
import type { ChannelData, PlaygroundData } from './playground-data.ts';
import { showResponse } from './show-response.ts';
import { tellCall } from './tell-call.ts';

/** Opens the form of a `<dw-playground>`, or closes it if it is open. */
export function openPlayground(host: HTMLElement): void {
  const panel = host.querySelector<HTMLElement>('.play-panel') ?? createPanel(host);
  const button = host.querySelector('.api-try');
  const isOpen = button?.getAttribute('aria-expanded') === 'true';
  panel.hidden = isOpen;
  button?.setAttribute('aria-expanded', String(!isOpen));
  if (!isOpen) panel.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
}

function createPanel(host: HTMLElement): HTMLElement {
  // Written by the builder, not by a reader.
  const data = JSON.parse(host.querySelector('.api-data')?.textContent ?? '{}') as PlaygroundData | ChannelData;
  const panel = 'kind' in data ? createChannelPanel(data) : createRequestPanel(data);
  host.append(panel);
  return panel;
}

function createRequestPanel(data: PlaygroundData): HTMLElement {
  const { form, read } = buildForm(data);
  const send = element('button', { type: 'submit', class: 'play-send' }, 'Send');
  const output = element('div', { class: 'play-output', 'aria-live': 'polite' });
  form.append(element('p', { class: 'play-actions' }, send));
  const panel = element('section', { class: 'play-panel', 'aria-label': 'Playground', hidden: '' }, form, output);
  let running: AbortController | undefined;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    running?.abort();
    running = new AbortController();
    void run(running.signal);
  });
  const run = async (signal: AbortSignal) => {
    const input = read();
    const missing = missingFields(data, input);
    if (missing.length > 0) {
      output.replaceChildren(element('p', { class: 'play-error' }, `Fill in: ${missing.join(', ')}`));
      return;
    }
    output.replaceChildren(element('p', {}, 'Sending…'));
    output.replaceChildren(await sendRequest(data, input, signal));
  };
  return panel;
}

async function sendRequest(
  data: PlaygroundData,
  input: Parameters<typeof buildFetch>[1],
  signal: AbortSignal,
): Promise<HTMLElement> {
  const startedAt = performance.now();
  const built = buildFetch(data, input);
  try {
    const forwarded = await isForwarded(data, input.server);
    const { url, method, headers, body } = forwarded ? throughProxy(built, data.proxy) : withoutCookies(built);
    const response = await fetch(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      signal,
      credentials: data.credentials ? 'include' : 'same-origin',
      ...(body === undefined ? {} : { body }),
    });
    const refusal = await readRefusal(response);
    if (refusal !== undefined) return writeFailure(`The request was not sent: ${refusal}`);
    const shown = await showResponse(response, startedAt);
    tellCall(data, response.status);
    return shown;
  } catch (error) {
    if (!signal.aborted) tellCall(data, undefined);
    return writeFailure(
      ...explainFailure(built, error instanceof Error ? error.message : String(error), {
        page: location.origin,
        isOnline: navigator.onLine,
      }),
    );
  }
}

function writeFailure(reason: string, ...remedies: readonly string[]): HTMLElement {
  const list = remedies.map((remedy) => element('li', {}, remedy));
  return element(
    'div',
    { class: 'play-error' },
    element('p', {}, reason),
    ...(list.length === 0 ? [] : [element('ul', {}, ...list)]),
  );
}
