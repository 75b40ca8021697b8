import type { NavContent } from '../navigation/index.ts';

export interface ExternalLink {
  readonly label: string;
  readonly url: string;
}

/** The visible links of the navigation to other hosts, in the default language and version, each address once. */
export function listExternalLinks(root: NavContent): readonly ExternalLink[] {
  const links = new Map<string, string>();
  const add = (label: string, url: string | undefined): void => {
    if (url !== undefined && /^https?:\/\//i.test(url) && !links.has(url)) links.set(url, label);
  };
  const visit = ({ anchors, sets }: NavContent): void => {
    for (const { label, href } of anchors) add(label, href);
    for (const { kind, options } of sets) {
      const isChoice = kind === 'language' || kind === 'version';
      const standard = options.find(({ isDefault }) => isDefault) ?? options[0];
      for (const option of options) {
        if (option.hidden || (isChoice && option !== standard)) continue;
        add(option.label, option.href);
        visit(option.content);
      }
    }
  };
  visit(root);
  return [...links].map(([url, label]) => ({ label, url }));
}
