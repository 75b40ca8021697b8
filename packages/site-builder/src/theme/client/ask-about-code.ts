import { describeCode } from './describe-code.ts';

export interface CodeWords {
  readonly question: string;
  readonly send: string;
  readonly thanks: string;
  readonly failed: string;
}

/**
 * Adds a button next to each copy button; it opens a short form below the code. Escape closes the form, which is
 * removed once it is sent. A component that becomes interactive rewrites its blocks, immediately and later; each new
 * block gets its own button.
 */
export function askAboutCode(words: CodeWords, send: (fields: object) => Promise<unknown>): void {
  const asked = new WeakSet<Element>();
  const ask = (block: Element): void => {
    const copy = block.querySelector('.code-copy');
    if (copy === null || asked.has(block)) return;
    asked.add(block);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'code-ask';
    button.id = 'code-snippet-feedback-button';
    button.title = words.question;
    button.ariaLabel = words.question;
    button.ariaExpanded = 'false';
    button.addEventListener('click', () => {
      const open = block.querySelector('.code-feedback');
      if (open === null) openForm(button, words, (comment) => send({ comment, block: describe(button, block) }));
      else close(open, button);
    });
    copy.after(button);
  };
  const askIn = (root: ParentNode): void => {
    for (const block of root.querySelectorAll('.code-block')) ask(block);
  };
  askIn(document);
  for (const island of document.querySelectorAll('dw-island'))
    new MutationObserver(() => askIn(island)).observe(island, { childList: true, subtree: true });
}

function openForm(button: HTMLElement, words: CodeWords, send: (comment: string) => Promise<unknown>): void {
  const form = document.createElement('form');
  form.className = 'code-feedback code-snippet-feedback-form';
  form.innerHTML =
    '<label><span></span><textarea id="code-snippet-feedback-textarea" rows="2" maxlength="2000" required></textarea></label><button></button><p role="status"></p>';
  const label = form.querySelector('span');
  const field = form.querySelector('textarea');
  const submit = form.querySelector('button');
  const state = form.querySelector('p');
  if (!label || !field || !submit || !state) return;
  label.textContent = words.question;
  submit.textContent = words.send;
  let isSending = false;
  form.addEventListener('keydown', ({ key }) => key === 'Escape' && close(form, button));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Disabling the button would move the focus away.
    if (isSending) return;
    isSending = true;
    send(field.value).then(
      () => {
        for (const part of [field.parentElement, submit, button]) part?.remove();
        state.textContent = words.thanks;
        state.tabIndex = -1;
        state.focus();
      },
      () => {
        isSending = false;
        state.textContent = words.failed;
      },
    );
  });
  button.parentElement?.append(form);
  button.ariaExpanded = 'true';
  field.focus();
}

function close(form: Element, button: HTMLElement): void {
  form.remove();
  button.ariaExpanded = 'false';
  button.focus();
}

const describe = (button: Element, block: Element): object => ({
  index: [...document.querySelectorAll('.code-block')].indexOf(block),
  ...describeCode(button),
  title: (button.parentElement?.querySelector('.code-title')?.textContent ?? '').slice(0, 160),
});
