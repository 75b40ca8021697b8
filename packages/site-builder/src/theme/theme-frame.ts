import type { ThemeLook } from './look/named-looks.ts';
import type { ThemeSite } from './theme-site.ts';

/** The data that every part of a page can read: the site, its look, and the addresses of the theme's own files. */
export interface ThemeFrame {
  readonly site: ThemeSite;
  readonly look: ThemeLook;
  readonly stylesheet: string;
  readonly script: string;
  /** Script that reports reader events to the site's server; `undefined` if not used. */
  readonly reporter: string | undefined;
  /** Script of the feedback form; `undefined` if not used. */
  readonly feedback: string | undefined;
  readonly fontPreload: string | undefined;
}
