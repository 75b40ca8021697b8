import type { FrameOverrides, NavigationView } from '../../site/index.ts';
import type { Html } from '../../markup/html.ts';
import type { ThemeFrame } from '../theme-frame.ts';
import type { UiText } from '../../text/ui-text.ts';
import { writeBanner } from '../frame/write-banner.ts';
import { writeFooter } from '../frame/write-footer.ts';
import { writeFixedHead } from '../head/write-head.ts';

/** Parts of the frame that a language may override. */
export interface FrameParts {
  readonly fixedHead: Html;
  readonly banner: Html;
  readonly footer: Html;
}

/** Writes the parts once for all pages in a language. */
export function createFrameParts(frame: ThemeFrame): (view: NavigationView, text: UiText) => FrameParts {
  const { config } = frame.site;
  const known = new WeakMap<FrameOverrides, Map<string, FrameParts>>();
  return (view, text) => {
    const byLanguage = known.get(view.frame) ?? new Map<string, FrameParts>();
    known.set(view.frame, byLanguage);
    const made = byLanguage.get(view.language) ?? writeParts(view.frame, text);
    byLanguage.set(view.language, made);
    return made;
  };

  function writeParts(overrides: FrameOverrides, text: UiText): FrameParts {
    const banner = overrides.banner ?? config.banner;
    return {
      fixedHead: writeFixedHead(frame, banner),
      banner: writeBanner(frame.site, banner, text),
      footer: writeFooter(frame.site, overrides.footer ?? config.footer),
    };
  }
}
