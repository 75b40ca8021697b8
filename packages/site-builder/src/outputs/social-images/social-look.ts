import type { Inks, ShippedFontName, SocialLook } from '@docwright/social-images';
import type { SiteConfig } from '../../site/index.ts';
import { luminance, mix, parseHex, reachContrast, readableOn, type Rgb, type ThemeLook } from '../../theme/index.ts';

/** WCAG 2.2 AA for text, with a margin for the background's decoration. */
const textContrast = 4.75;

export function resolveSocialLook(config: SiteConfig, theme: ThemeLook): SocialLook {
  const { thumbnails, background, colors } = config;
  const appearance = thumbnails.appearance ?? (config.appearance.default === 'dark' ? 'dark' : 'light');
  const ground = toRgb(background.color[appearance] ?? theme.grounds[appearance]);
  const brand = toRgb(appearance === 'dark' ? colors.light : colors.primary);
  const ink = mix(readableOn(ground), ground, 0.95);
  const family = thumbnails.fontFamily ?? config.fonts.heading?.family;
  const font = family === undefined ? themeFont(theme.headingFont) : shippedFont(family);
  return {
    siteName: config.name,
    appearance: thumbnails.background !== undefined && thumbnails.appearance === undefined ? 'auto' : appearance,
    ground,
    ink,
    muted: reachContrast(mix(ink, ground, 0.62), ground, textContrast),
    accent: reachContrast(brand, ground, textContrast),
    brand,
    decoration: background.decoration ?? 'gradient',
    logo: { light: config.logo.light, dark: config.logo.dark },
    background: thumbnails.background,
    font: font ?? 'inter',
    missingFont: font === undefined ? family : undefined,
  };
}

/** Text colors that are readable on the actual background, which can be a photograph. */
export function inksOn(behind: Rgb, look: SocialLook): Inks {
  const isAsPlanned = Math.abs(luminance(behind) - luminance(look.ground)) < 0.1;
  if (isAsPlanned) return { ...look, ground: behind };
  const ink = mix(readableOn(behind), behind, 0.97);
  return {
    ground: behind,
    ink,
    muted: reachContrast(mix(ink, behind, 0.8), behind, 4.5),
    accent: reachContrast(look.brand, behind, 4.5),
  };
}

/** Below this, white is easier to read than black. */
const darkLuminance = 0.18;

export function isDark(color: Rgb): boolean {
  return luminance(color) < darkLuminance;
}

function toRgb(hex: string): Rgb {
  return parseHex(hex) ?? { red: 255, green: 255, blue: 255 };
}

function themeFont(font: ThemeLook['headingFont']): ShippedFontName {
  return font === 'geist' || font === 'geist-mono' ? font : 'inter';
}

function shippedFont(family: string): ShippedFontName | undefined {
  const name = family
    .toLowerCase()
    .replace(/\s+variable$/, '')
    .replaceAll(' ', '-');
  return name === 'inter' || name === 'geist' || name === 'geist-mono' ? name : undefined;
}
