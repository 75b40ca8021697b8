/**
 * The feedback form below a page: thumbs up or down, and an optional comment. The rating is sent with the comment, or
 * alone when the reader leaves the page; it is sent only once. Each code block has a button to report errors. Nothing
 * is stored in the browser.
 */
import { askAboutCode } from './ask-about-code.ts';

const feedbackEndpoint = `${document.documentElement.dataset['base'] ?? '/'}_docwright/feedback`;

for (const form of document.querySelectorAll<HTMLFormElement>('form.page-feedback')) askForFeedback(form);

function askForFeedback(form: HTMLFormElement): void {
  const state = form.querySelector<HTMLElement>('.page-feedback-state');
  const more = form.querySelector<HTMLElement>('.page-feedback-more');
  const thumbs = form.querySelectorAll<HTMLButtonElement>('[data-helpful]');
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (state === null || more === null || submit === null) return;
  let helpful: boolean | undefined;
  let isSent = false;

  const body = (fields: object): string => JSON.stringify({ path: location.pathname, ...fields });
  const send = async (fields: object): Promise<void> => {
    const { ok } = await fetch(feedbackEndpoint, { method: 'POST', body: body(fields), keepalive: true });
    if (!ok) throw new Error();
  };
  const end = (): void => {
    isSent = true;
    more.hidden = true;
    for (const thumb of thumbs) thumb.disabled = true;
    state.textContent = state.dataset['thanks'] ?? '';
  };

  for (const thumb of thumbs)
    thumb.addEventListener('click', () => {
      helpful = thumb.dataset['helpful'] === 'true';
      for (const other of thumbs) other.setAttribute('aria-pressed', String(other === thumb));
      more.hidden = false;
    });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSent || helpful === undefined) return;
    const fields = new FormData(form);
    submit.disabled = true;
    // The request completes even if the reader leaves the page in the meantime.
    isSent = true;
    send({ helpful, comment: fields.get('comment'), contact: fields.get('contact') }).then(end, fail);
  });
  const fail = (): void => {
    isSent = false;
    submit.disabled = false;
    state.textContent = state.dataset['failed'] ?? '';
  };
  addEventListener('pagehide', () => {
    if (isSent || helpful === undefined) return;
    navigator.sendBeacon(feedbackEndpoint, body({ helpful }));
    end();
  });
  form.hidden = false;
  const { code = '', thanks = '', failed = '' } = state.dataset;
  askAboutCode({ question: code, send: submit.textContent ?? '', thanks, failed }, send);
}
