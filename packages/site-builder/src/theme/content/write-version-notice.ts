import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { OtherVersion } from '../../site/index.ts';
import { versionWords } from '../../text/version-words.ts';
import type { ThemeSite } from '../theme-site.ts';

/** Writes a notice that links readers of other versions to the default version. */
export function writeVersionNotice(site: ThemeSite, language: string, otherVersion: OtherVersion | undefined): Html {
  if (otherVersion === undefined) return '';
  const { version, current, target } = otherVersion;
  const { notice, link } = versionWords(language, version, current);
  const href = escapeAttribute(site.href(target === 'index' ? '/' : `/${target}`));
  return (
    `<div class="version-notice prose"><div class="callout callout-warning" role="note"><div class="callout-body">` +
    `<p>${escapeText(notice)} <a href="${href}">${escapeText(link)}</a></p></div></div></div>`
  );
}
