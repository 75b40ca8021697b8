import type { UserConfig } from '@unocss/core';
import type { Theme } from '@unocss/preset-wind3';

/** The site's colors under the names that authors use: `text-primary`, `bg-primary-light`. */
const siteTheme: Theme = {
  colors: {
    primary: { DEFAULT: 'var(--accent)', light: 'var(--brand)', dark: 'var(--fill)' },
    background: { light: 'var(--bg)', dark: 'var(--bg)' },
  },
};

/** Longer names are data, not classes. So are names that contain `<`, which could end a `<style>`. */
const MAX_NAME_CHARS = 200;

/**
 * The CSS of the Tailwind v3 utilities among `classNames`; other names are ignored. The same set of names produces the
 * same text, in any order.
 */
export async function createUtilityStyles(classNames: Iterable<string>): Promise<string> {
  const names = [...new Set(classNames)]
    .filter((name) => name.length <= MAX_NAME_CHARS && !name.includes('<'))
    .toSorted(compareCodeUnits);
  if (names.length === 0) return '';
  // Loaded on demand: a site without utility classes needs no generator.
  const [{ createGenerator }, { presetWind3 }] = await Promise.all([
    import('@unocss/core'),
    import('@unocss/preset-wind3'),
  ]);
  const config: UserConfig<Theme> = {
    presets: [presetWind3({ dark: 'class', preflight: 'on-demand' })],
    theme: siteTheme,
  };
  const generator = await createGenerator<Theme>(config);
  const { css } = await generator.generate(new Set(names), { preflights: true, minify: true, safelist: false });
  return css.trim();
}

function compareCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
