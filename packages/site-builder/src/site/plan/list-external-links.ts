import type { Condition } from '@docwright/site-access/rules';
import type { NavConditions, NavContent, NavTreeOption } from '../navigation/index.ts';

export interface ExternalLink {
  readonly label: string;
  readonly url: string;
  /** The readers who see the link, in a sealed build. */
  readonly when?: Condition;
}

/** The visible links of the navigation to other hosts, in the default language and version, each address once. */
export function listExternalLinks(root: NavContent, conditions?: NavConditions): readonly ExternalLink[] {
  const links = new Map<string, ExternalLink>();
  const add = (link: ExternalLink): void => {
    if (/^https?:\/\//i.test(link.url) && !links.has(link.url)) links.set(link.url, link);
  };
  const visit = ({ anchors, sets }: NavContent): void => {
    for (const anchor of anchors)
      add({ label: anchor.label, url: anchor.href, ...conditional(conditions?.anchor(anchor)) });
    for (const { kind, options } of sets) {
      const isChoice = kind === 'language' || kind === 'version';
      const isPublic = (option: NavTreeOption): boolean => conditions?.option(option) === undefined;
      const standard = options.find((option) => option.isDefault && isPublic(option)) ?? options.find(isPublic);
      for (const option of options) {
        if (option.hidden || (isChoice && option !== standard)) continue;
        if (option.href !== undefined)
          add({ label: option.label, url: option.href, ...conditional(conditions?.option(option)) });
        visit(option.content);
      }
    }
  };
  visit(root);
  return [...links.values()];
}

function conditional(when: Condition | undefined): Pick<ExternalLink, 'when'> {
  return when === undefined ? {} : { when };
}
