import { copyText } from './copy-text.ts';

/** Handles all copy actions: code, a prompt, a color, the page's Markdown. Confirms visually and to screen readers. */
export function copyOnClick(): void {
  document.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('.code-copy, [data-copy], [data-copy-page], [data-print]')
        : null;
    if (!button) return;
    if (button.hasAttribute('data-print')) print();
    else void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  try {
    const page = button.dataset['copyPage'];
    if (page === undefined) await copyText(textOf(button));
    else await copyPage(page);
    confirmCopy(button);
  } catch {
    announce('Copying failed');
  }
}

/**
 * Copies the page's Markdown. Safari allows clipboard access only during the click, so the text is passed to the
 * clipboard as a promise.
 */
async function copyPage(address: string): Promise<void> {
  const text = fetch(address).then((answer) =>
    answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status))),
  );
  if (typeof ClipboardItem === 'function' && isSecureContext) {
    await navigator.clipboard.write([
      new ClipboardItem({ 'text/plain': text.then((value) => new Blob([value], { type: 'text/plain' })) }),
    ]);
  } else {
    await copyText(await text);
  }
}

function textOf(button: HTMLElement): string {
  if (!button.classList.contains('code-copy')) {
    const dark = document.documentElement.classList.contains('dark') ? button.dataset['copyDark'] : undefined;
    return dark ?? button.dataset['copy'] ?? '';
  }
  const lines = [...(button.parentElement?.querySelectorAll('.line:not(.remove)') ?? [])];
  const code = button.parentElement?.querySelector('code');
  return lines.length > 0 ? lines.map((line) => line.textContent).join('\n') : (code?.textContent ?? '');
}

function confirmCopy(button: HTMLElement): void {
  button.classList.add('copied');
  announce('Copied');
  setTimeout(() => button.classList.remove('copied'), 1600);
}

let status: HTMLElement | undefined;

function announce(message: string): void {
  if (!status) {
    status = document.createElement('div');
    status.className = 'sr-only';
    status.setAttribute('role', 'status');
    document.body.append(status);
  }
  status.textContent = '';
  const region = status;
  // A live region must be empty for a moment; otherwise a repeated message isn't read.
  requestAnimationFrame(() => (region.textContent = message));
}
