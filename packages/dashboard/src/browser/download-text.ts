/** Saves text as a file, through the browser's own download. */
export function downloadText(content: string, file: { readonly name: string; readonly type: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type: file.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // By the next task, the download has started and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
