import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { Html } from '../../markup/html.ts';
import type { RenderedPage } from '../../page/index.ts';
import { findEditUrl, issueUrl } from '../../settings/source-repository.ts';
import { fetchedFolder } from '../../source/remote-specs.ts';
import { sourceLinkWords } from '../../text/source-link-words.ts';
import type { ThemeSite } from '../theme-site.ts';

/**
 * Writes links to the editor or the code host's forms, if `feedback` of docs.json requests them and the address of the
 * editor or repository is known.
 */
export function writeSourceLinks(
  { config, repository, editorUrl, basePath }: Pick<ThemeSite, 'config' | 'repository' | 'editorUrl' | 'basePath'>,
  page: Pick<RenderedPage, 'path' | 'title' | 'sourcePath'>,
  language: string,
): Html {
  const { suggestEdit, raiseIssue } = config.feedback;
  const words = sourceLinkWords(language);
  const links: [href: string, label: string][] = [];
  // A page from a specification that was fetched by URL has no file in the repository.
  const isInRepository = !page.sourcePath.startsWith(fetchedFolder);
  const edit = isInRepository ? findEditUrl({ repository, editorUrl }, page.sourcePath) : undefined;
  if (suggestEdit && edit !== undefined) links.push([edit, words.edit]);
  if (raiseIssue && repository !== undefined) {
    const body = `Page: ${basePath}/${page.path === 'index' ? '' : page.path}`;
    links.push([issueUrl(repository, { title: `Docs: ${page.title}`, body }), words.issue]);
  }
  const written = links.map(
    ([href, label]) => `<a href="${escapeAttribute(href)}" target="_blank" rel="noopener">${escapeText(label)}</a>`,
  );
  return written.length === 0 ? '' : `<p class="page-date page-source">${written.join(' · ')}</p>`;
}
