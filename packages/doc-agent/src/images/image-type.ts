import type { ImageType } from '../ports.ts';

/**
 * Maximum size in bytes of an image for a model. Anthropic's limit, the smallest known, is 5 MB in Base64
 * (platform.claude.com/docs/en/build-with-claude/vision).
 */
export const maxImageBytes = 3_500_000;

/** Determines an image's type from its first bytes, not its name; `undefined` for any other kind of file. */
export function findImageType(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  return head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}
