import { dirname, joinRelative } from '../paths/join-path.ts';

/** A link's target, split into the part that names the page and the rest, which stays unchanged. */
export interface LinkTarget {
  /** As written: `/guides/start`, `./start.mdx`, `../a`. */
  readonly path: string;
  /** `?query#anchor`, including the `?` and the `#`. */
  readonly suffix: string;
}

export function splitTarget(target: string): LinkTarget {
  const at = target.search(/[?#]/);
  return at === -1 ? { path: target, suffix: '' } : { path: target.slice(0, at), suffix: target.slice(at) };
}

/** Whether a target can be a page of the site: external links, mail addresses, bare anchors and templates can't. */
export function isInternal(target: string): boolean {
  return target !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(target) && !/[{}$*]|\s/.test(target);
}

/**
 * The file path that a link on the page `from` refers to, without a leading slash, or `undefined` for external links.
 * `guides/start` stays without an extension: see `PageIndex`.
 */
export function resolveTarget(from: string, target: string): string | undefined {
  if (!isInternal(target)) return undefined;
  const decoded = decodePart(splitTarget(target).path);
  return decoded.startsWith('/') ? joinRelative('', decoded) : joinRelative(dirname(from), decoded);
}

/** Decodes a path or an anchor. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // With a stray percent sign, the characters are literal.
    return part;
  }
}
