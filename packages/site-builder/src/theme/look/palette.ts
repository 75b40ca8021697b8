import type { SiteConfig } from '../../site/index.ts';
import { contrast, luminance, mix, parseHex, reachContrast, readableOn, toHex, type Rgb } from './color-contrast.ts';

/** WCAG 2.2 AA for text (1.4.3), with a margin for tinted backgrounds. */
const TEXT_CONTRAST = 4.75;
const FALLBACK: Rgb = { red: 22, green: 110, blue: 63 };

/** The backgrounds of a named theme, used if the site sets no background color. */
export interface ThemeGrounds {
  readonly light: string;
  readonly dark: string;
}

/**
 * Writes the CSS variables that depend on the site's colors, for light and dark. Every text color reaches 4.5:1 on its
 * background, regardless of the site's configuration: a yellow brand color is darkened for links and kept for
 * decoration (`--brand`).
 */
export function writePalette(config: SiteConfig, grounds: ThemeGrounds): string {
  const light = parseHex(config.background.color.light ?? '') ?? toRgb(grounds.light);
  const dark = parseHex(config.background.color.dark ?? '') ?? toRgb(grounds.dark);
  const primary = toRgb(config.colors.primary);
  const onDark = toRgb(config.colors.light);
  const button = toRgb(config.colors.dark);
  return `:root{${writeTokens(light, primary, button)}}html.dark{${writeTokens(dark, onDark, button)}}`;
}

/** Colors with a meaning, before they are adjusted to the background: kind, on light, on dark. */
const SIGNALS: readonly (readonly [string, string, string])[] = [
  ['note', '#0b63c5', '#7db6ff'],
  ['tip', '#0f7a52', '#5fd3a0'],
  ['warn', '#9a5b00', '#f2b84b'],
  ['danger', '#c02636', '#ff8b94'],
  ['purple', '#7434c4', '#c5a3ff'],
  ['yellow', '#7a5b00', '#ecc94b'],
  ['orange', '#a34700', '#fdac6b'],
];

/** Each signal color is used for text on a tint of itself with at most this strength. */
const WASH = 0.14;

/**
 * Backgrounds that the highlighter's colors were chosen for. Sites with their own backgrounds still show code on one
 * of these.
 */
const CODE_GROUND = { light: toRgb('#f6f6f7'), dark: toRgb('#1b1b1f') };

function toRgb(hex: string): Rgb {
  return parseHex(hex) ?? FALLBACK;
}

function writeTokens(ground: Rgb, accent: Rgb, button: Rgb): string {
  const ink = readableOn(ground);
  const isDark = ink.red > 0;
  const raised = mix(ink, ground, isDark ? 0.045 : 0.028);
  const tint = mix(accent, ground, isDark ? 0.14 : 0.08);
  // Text may be on any of the three backgrounds: uses the background with the least contrast.
  const hardest = [ground, raised, tint].reduce((worst, each) =>
    contrast(ink, each) < contrast(ink, worst) ? each : worst,
  );
  const text = mix(ink, ground, isDark ? 0.8 : 0.82);
  const muted = reachContrast(mix(ink, ground, 0.56), hardest, TEXT_CONTRAST);
  // A button must be distinguishable from the page (WCAG 1.4.11).
  const solid = contrast(button, ground) >= 1.6 ? button : accent;
  const fill = contrast(readableOn(solid), solid) >= 4.5 ? solid : reachContrast(solid, readableOn(solid), 4.5);
  const signals = SIGNALS.map(([name, onLight, onDark]): [string, Rgb] => {
    const color = toRgb(isDark ? onDark : onLight);
    return [name, reachContrast(color, mix(color, raised, WASH), TEXT_CONTRAST)];
  });
  const tokens: Readonly<Record<string, Rgb>> = {
    ...Object.fromEntries(signals),
    'code-ground': codeGround(raised, isDark),
    bg: ground,
    raised,
    tint,
    ink: mix(ink, ground, 0.93),
    text: reachContrast(text, hardest, 7),
    muted,
    accent: reachContrast(accent, hardest, TEXT_CONTRAST),
    brand: accent,
    line: mix(ink, ground, isDark ? 0.12 : 0.1),
    'line-strong': mix(ink, ground, isDark ? 0.24 : 0.2),
    fill,
    'on-fill': readableOn(fill),
  };
  return Object.entries(tokens)
    .map(([name, color]) => `--${name}:${toHex(color)}`)
    .join(';');
}

function codeGround(raised: Rgb, isDark: boolean): Rgb {
  if (isDark) return luminance(raised) <= luminance(CODE_GROUND.dark) ? raised : CODE_GROUND.dark;
  return luminance(raised) >= luminance(CODE_GROUND.light) ? raised : CODE_GROUND.light;
}
