import type { DraftFile } from '@docwright/sdk';
import { isImage } from './docs-tree.ts';

/** The service's upload limit. */
export const maxMediaBytes = 10 * 1024 * 1024;

/** Below the maximum number of function call arguments. */
const CHUNK_BYTES = 32_768;

export async function readBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  return btoa(parts.join(''));
}

const imageTypes: Readonly<Record<string, string>> = { jpg: 'jpeg', svg: 'svg+xml', ico: 'x-icon' };

/** Returns an address for displaying one of the draft's images. In an image, an SVG file's scripts don't run. */
export function toImageAddress({
  path,
  content,
  encoding,
}: Pick<DraftFile, 'path' | 'content' | 'encoding'>): string | undefined {
  if (content === null || !isImage(path)) return undefined;
  const data = encoding === 'base64' ? `;base64,${content}` : `,${encodeURIComponent(content)}`;
  return `data:${findMediaType(path) ?? ''}${data}`;
}

const videoTypes = new Map(Object.entries({ mp4: 'mp4', m4v: 'mp4', webm: 'webm', mov: 'quicktime', ogv: 'ogg' }));

/** Returns the type of an image or video by its name, or `undefined` for other files. */
export function findMediaType(path: string): string | undefined {
  const extension = path.split('.').at(-1)?.toLowerCase() ?? '';
  if (isImage(path)) return `image/${imageTypes[extension] ?? extension}`;
  const video = videoTypes.get(extension);
  return video === undefined ? undefined : `video/${video}`;
}

/** Returns the address with which a page links to a file in the docs folder. */
export const toMediaLink = (path: string): string =>
  `/${path.split('/').map(encodeURIComponent).join('/').replaceAll('(', '%28').replaceAll(')', '%29')}`;

/** Formats the Markdown for an image, a video or a link to another file. */
export function toMediaMarkdown(link: string, { alt, type }: { readonly alt: string; readonly type: string }): string {
  if (type.startsWith('video/')) return `<video controls src="${link}"></video>`;
  const text = alt.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]<>{}]/g, String.raw`\$&`);
  if (type.startsWith('image/')) return `![${text}](${link})`;
  return `[${link.split('/').at(-1) ?? link}](${link})`;
}
