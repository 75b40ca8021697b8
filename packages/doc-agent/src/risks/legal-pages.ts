import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';

const legalSegment =
  /^(?:privacy|privacy-(?:policy|notice|statement)|datenschutz\w*|terms|terms-(?:of-)?(?:service|use)|terms-and-conditions|tos|agb|legal(?:-\w+)?|licen[cs]es?|licen[cs]ing|eula|dpa|data-processing(?:-\w+)*|gdpr|ccpa|hipaa|baa|soc-?2|compliance|imprint|impressum|cookies?-(?:policy|notice|statement)|refunds?-policy|cancellation-policy|sla|service-level-agreement|sub-?processors|acceptable-use(?:-policy)?|aup|disclaimer|copyright|dmca|trademarks?|warranty|security-policy|responsible-disclosure|vulnerability-disclosure|bug-bounty|code-of-conduct|nda|msa|data-retention|export-control|modern-slavery)$/;

/** Whether a path names a page on privacy, terms, licenses and the like, which is legally binding for the owner. */
export function isLegalPath(path: string): boolean {
  return path
    .toLowerCase()
    .replace(/\.mdx?$/, '')
    .split(/[/#?]/)
    .some((segment) => legalSegment.test(segment.replaceAll(/[_ ]+/g, '-')));
}

const legalTitles =
  /\b(?:privacy (?:policy|notice|statement)|terms (?:of|and) \w+|cookie (?:policy|notice)|license agreement|end[- ]user license|data processing (?:agreement|addendum)|acceptable use|service level agreement|sub-?processors|imprint|impressum|legal notice|vulnerability disclosure|responsible disclosure|security policy|refund policy)\b/i;

export function isLegalPage(path: string, text: string): boolean {
  const title = /^title:(.{1,300})$/m.exec(splitFrontmatter(text).yaml)?.[1] ?? '';
  return isLegalPath(path) || legalTitles.test(title);
}
