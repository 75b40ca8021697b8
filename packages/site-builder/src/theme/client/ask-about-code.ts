import { describeCode } from './describe-code.ts';

export interface CodeWords {
  readonly question: string;
  readonly send: string;
  readonly thanks: string;
  readonly failed: string;
}

/** A control beside that of copying, which opens a short form below the code. Escape closes it; once it is sent it is gone. */
export function askAboutCode(words: CodeWords, send: (fields: object) => Promise<unknown>): void {
  for (const [index, block] of document.querySelectorAll('.code-block').entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'code-ask';
    button.title = words.question;
    button.ariaLabel = words.question;
    button.ariaExpanded = 'false';
    button.addEventListener('click', () => {
      const open = block.querySelector('.code-feedback');
      if (open === null) openForm(button, words, (comment) => send({ comment, block: describe(button, index) }));
      else close(open, button);
    });
    block.querySelector('.code-copy')?.after(button);
  }
}

function openForm(button: HTMLElement, words: CodeWords, send: (comment: string) => Promise<unknown>): void {
  const form = document.createElement('form');
  form.className = 'code-feedback';
  form.innerHTML =
    '<label><span></span><textarea rows="2" maxlength="2000" required></textarea></label><button></button><p role="status"></p>';
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
    // A button that is disabled would lose the focus.
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

const describe = (button: Element, index: number): object => ({
  index,
  ...describeCode(button),
  title: (button.parentElement?.querySelector('.code-title')?.textContent ?? '').slice(0, 160),
});
