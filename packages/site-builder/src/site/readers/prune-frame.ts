import type { NavbarConfig, FooterConfig } from '../config/site-config.ts';
import { isLinkToOmitted, type OmittedContent } from './omitted-content.ts';

interface Frame {
  readonly navbar?: NavbarConfig;
  readonly footer?: FooterConfig;
}

/** The bar and the footer without links to excluded pages. */
export function pruneFrame<T extends Frame>(frame: T, left: Pick<OmittedContent, 'pages'>): T {
  const { navbar, footer } = frame;
  const isKept = ({ href }: { readonly href: string }): boolean => !isLinkToOmitted(href, left);
  return {
    ...frame,
    ...(navbar === undefined
      ? {}
      : {
          navbar: {
            links: navbar.links.filter(isKept),
            primary: navbar.primary === undefined || isKept(navbar.primary) ? navbar.primary : undefined,
          },
        }),
    ...(footer === undefined
      ? {}
      : {
          footer: {
            socials: footer.socials.filter(isKept),
            columns: footer.columns.flatMap((column) => {
              const items = column.items.filter(isKept);
              return items.length === 0 && column.items.length > 0 ? [] : [{ ...column, items }];
            }),
          },
        }),
  };
}
