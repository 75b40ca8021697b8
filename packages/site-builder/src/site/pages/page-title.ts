import type { ApiReference, Json } from '../specs/api-spec.ts';
import type { SitePage } from './site-page.ts';

/**
 * A page's title: frontmatter, the operation's summary, the first `# ` heading, or the file's name in readable
 * form.
 */
export function findTitle(page: SitePage, reference: ApiReference | undefined): string {
  const own = page.frontmatter['title'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  if (typeof own === 'number') return String(own);
  return page.api?.title || summaryOf(reference) || firstHeading(page.body) || titleOfPath(page.path);
}

function summaryOf(reference: ApiReference | undefined): string {
  if (reference === undefined || reference.kind === 'manual') return '';
  if (reference.kind === 'schema' || reference.kind === 'channel') return reference.name;
  const branch = reference.kind === 'operation' ? ['paths', reference.path] : ['webhooks', reference.name];
  let node: Json | undefined = reference.spec.root;
  for (const key of [...branch, reference.method.toLowerCase(), 'summary']) {
    node =
      typeof node === 'object' && node !== null && !Array.isArray(node) && Object.hasOwn(node, key)
        ? (node as Record<string, Json | undefined>)[key]
        : undefined;
  }
  return typeof node === 'string' ? node.trim() : '';
}

function firstHeading(body: string): string {
  const heading = /^#[ \t]+(.+?)[ \t]*#*$/m.exec(body.replace(/^(```|~~~)[\s\S]*?^\1/gm, ''))?.[1] ?? '';
  return heading
    .replace(/\{#[\w:.-]+\}|[*_`]|<[^>]*>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim();
}

function titleOfPath(path: string): string {
  const segments = path.split('/');
  const last = segments.at(-1) === 'index' ? (segments.at(-2) ?? 'Home') : (segments.at(-1) ?? path);
  const words = last.replace(/-/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
