import type { ThemeLook } from './named-looks.ts';
import type { ThemeSite } from './theme-site.ts';

/** What every part of a page may read: the site, its look, and the addresses of the theme's own files. */
export interface ThemeFrame {
  readonly site: ThemeSite;
  readonly look: ThemeLook;
  readonly stylesheet: string;
  readonly script: string;
  /** Tells whoever serves the site what its readers do; undefined where nobody asks. */
  readonly reporter: string | undefined;
  /** Sends what readers say of a page; undefined where nobody asks. */
  readonly feedback: string | undefined;
  readonly fontPreload: string | undefined;
}
