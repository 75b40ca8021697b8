/**
 * Copies text to the clipboard. Sites without TLS have no `navigator.clipboard`; the older command works there.
 *
 * @throws if the browser supports neither
 */
export async function copyText(text: string): Promise<void> {
  if ((navigator.clipboard as Clipboard | undefined) !== undefined) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('the browser does not allow it');
}
