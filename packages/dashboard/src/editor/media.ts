/** The service's upload limit. */
export const maxMediaBytes = 10 * 1024 * 1024;

/** Below the maximum number of arguments of a function call. */
const CHUNK_BYTES = 32_768;

export async function readBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  return btoa(parts.join(''));
}

/** The Markdown that shows an uploaded file. */
export function toMediaMarkdown(link: string, { alt, type }: { readonly alt: string; readonly type: string }): string {
  if (type.startsWith('video/')) return `<video controls src="${link}"></video>`;
  const text = alt.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]<>{}]/g, String.raw`\$&`);
  if (type.startsWith('image/')) return `![${text}](${link})`;
  return `[${link.split('/').at(-1) ?? link}](${link})`;
}
