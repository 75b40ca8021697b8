import { randomBytes } from 'node:crypto';

/** A label in a host name has at most 63 characters. A preview's label contains the slug and more. */
const maxSlug = 40;
const maxLabel = 63;
const maxBranch = 30;

/**
 * Returns the part of a text that a host name can contain. It never contains `--`, which separates a preview's label
 * from the slug.
 */
const toLabel = (text: string, length: number): string =>
  text
    .normalize('NFKD')
    // Combining accents after decomposition.
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, length)
    // At most one hyphen is left at each end.
    .replace(/^-/, '')
    .replace(/-$/, '');

/**
 * Converts a name to a slug: `Acme Docs` becomes `acme-docs`. Later attempts, for a slug that is taken, end with random
 * characters.
 */
export function toSlug(name: string, attempt: number): string {
  const plain = toLabel(name, maxSlug) || 'docs';
  if (attempt === 0 && !isReserved(plain)) return plain;
  return `${plain.slice(0, maxSlug - 7).replace(/-$/, '')}-${randomBytes(3).toString('hex')}`;
}

/** Names that would look like the service's own names. */
const isReserved = (slug: string): boolean =>
  ['www', 'api', 'app', 'admin', 'dashboard', 'mail', 'localhost', 'static', 'assets', 'edge', 'auth'].includes(slug);

/** Returns `{branch}-{8 hex digits}--{slug}`, within the length of one label. */
export function toPreviewLabel(branch: string, slug: string): string {
  const digits = randomBytes(4).toString('hex');
  const length = Math.min(maxBranch, maxLabel - `-${digits}--${slug}`.length);
  return `${toLabel(branch, length) || 'branch'}-${digits}--${slug}`;
}
