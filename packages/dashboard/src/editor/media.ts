import type { DraftFile } from '@docwright/sdk';
import { isImage } from './docs-tree.ts';

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

const imageTypes: Readonly<Record<string, string>> = { jpg: 'jpeg', svg: 'svg+xml', ico: 'x-icon' };

/** An address with which an image of the draft can be shown. Images don't run the scripts of an SVG file. */
export function toImageAddress({
  path,
  content,
  encoding,
}: Pick<DraftFile, 'path' | 'content' | 'encoding'>): string | undefined {
  if (content === null || !isImage(path)) return undefined;
  const extension = path.split('.').at(-1)?.toLowerCase() ?? '';
  const data = encoding === 'base64' ? `;base64,${content}` : `,${encodeURIComponent(content)}`;
  return `data:image/${imageTypes[extension] ?? extension}${data}`;
}

/** The Markdown that shows an uploaded file. */
export function toMediaMarkdown(link: string, { alt, type }: { readonly alt: string; readonly type: string }): string {
  if (type.startsWith('video/')) return `<video controls src="${link}"></video>`;
  const text = alt.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]<>{}]/g, String.raw`\$&`);
  if (type.startsWith('image/')) return `![${text}](${link})`;
  return `[${link.split('/').at(-1) ?? link}](${link})`;
}
