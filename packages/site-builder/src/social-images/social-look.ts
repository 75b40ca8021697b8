import type { SiteConfig, ThemedImage } from '../config/site-config.ts';
import { mix, parseHex, reachContrast, readableOn, type Rgb } from '../theme/color-contrast.ts';
import type { ThemeLook } from '../theme/named-looks.ts';
import type { ShippedFontName } from './font-catalog.ts';

/** What all preview images of a site share. */
export interface SocialLook {
  readonly siteName: string;
  /** `auto`: as dark as the background image turns out to be. */
  readonly appearance: 'light' | 'dark' | 'auto';
  readonly ground: Rgb;
  readonly ink: Rgb;
  readonly muted: Rgb;
  readonly accent: Rgb;
  /** As the site gives it, for decoration. */
  readonly brand: Rgb;
  readonly decoration: 'gradient' | 'grid' | 'windows';
  /** Site paths or URLs. */
  readonly logo: ThemedImage;
  readonly background: string | undefined;
  readonly font: ShippedFontName;
  /** A family that was asked for and that is not among ours. */
  readonly missingFont: string | undefined;
}

/** WCAG 2.2 AA for text, with room for the decoration behind it. */
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
