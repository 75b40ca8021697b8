import { isSitePath } from './memory-source.ts';

const maxPathBytes = 1024;
const maxNameBytes = 255;
/** Nearly all paths match this and need no further check. */
const plainPath = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/**
 * Returns the reason that a file can't be published under a path, or `undefined` if it can. Archives reject the same
 * names, so no file is lost later, when the site is packed, and no file is written outside the output folder.
 */
export function findPathFault(path: string): string | undefined {
  if (plainPath.test(path) && path.length <= maxNameBytes) return undefined;
  if (!isSitePath(path) || /^[A-Za-z]:/.test(path)) return 'is outside the site';
  if (/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(path) || !path.isWellFormed()) return 'contains invisible characters';
  if (Buffer.byteLength(path) > maxPathBytes) return `is longer than ${maxPathBytes} bytes`;
  for (const [index, name] of path.split('/').entries()) {
    if (Buffer.byteLength(name) > maxNameBytes) return `has a part that is longer than ${maxNameBytes} bytes`;
    if (name.startsWith('.') && !(index === 0 && name === '.well-known'))
      return 'is hidden, because it begins with a dot';
  }
  return undefined;
}
