import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Resvg } from '@resvg/resvg-wasm';
import { toHex } from './rgb.ts';
import type { Pixels } from './choose-palette.ts';
import { pictureHeight, pictureWidth } from './picture-size.ts';
import type { SocialLook } from './social-look.ts';

/** A drawable image and its intrinsic size. */
export interface DrawableImage {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

export interface BackdropParts {
  readonly look: SocialLook;
  /** The side on which text begins. */
  readonly direction: 'ltr' | 'rtl';
  readonly logo: DrawableImage | undefined;
  readonly background: DrawableImage | undefined;
}

/** Distance of the text and the logo from the border. */
export const margin = 80;
const logoHeight = 56;
const logoMaxWidth = 420;

/** Returns the size at which a logo is drawn. */
export function logoSize({ width, height }: DrawableImage): { readonly width: number; readonly height: number } {
  const scale = Math.min(logoHeight / height, logoMaxWidth / width);
  return { width: width * scale, height: height * scale };
}

/** Shared by the whole process: the library can't be initialized twice. */
let rasterizer: Promise<typeof Resvg> | undefined;

function openRasterizer(): Promise<typeof Resvg> {
  rasterizer ??= import('@resvg/resvg-wasm').then(async (library) => {
    const module = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
    await library.initWasm(readFileSync(module));
    return library.Resvg;
  });
  return rasterizer;
}

/**
 * Draws everything that is the same on each image. It is drawn only once, so its cost doesn't matter. Throws if one of
 * its images is invalid.
 */
export async function drawBackdrop(parts: BackdropParts): Promise<Pixels> {
  const Rasterizer = await openRasterizer();
  const drawing = new Rasterizer(writeBackdrop(parts), { font: { loadSystemFonts: false } });
  try {
    const image = drawing.render();
    const pixels = Uint8Array.from(image.pixels);
    image.free();
    return pixels;
  } finally {
    drawing.free();
  }
}

function writeBackdrop({ look, direction, logo, background }: BackdropParts): string {
  const size = `width="${pictureWidth}" height="${pictureHeight}"`;
  const image =
    background === undefined
      ? decorate(look, direction)
      : `<image ${size} preserveAspectRatio="xMidYMid slice" href="${dataUrl(background)}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${pictureWidth} ${pictureHeight}">` +
    `<rect ${size} fill="${toHex(look.ground)}"/>${image}${logo === undefined ? '' : placeLogo(logo, direction)}</svg>`
  );
}

function placeLogo(logo: DrawableImage, direction: 'ltr' | 'rtl'): string {
  const { width, height } = logoSize(logo);
  const x = direction === 'ltr' ? margin : pictureWidth - margin - width;
  const y = margin - 8 + (logoHeight - height) / 2;
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="${dataUrl(logo)}"/>`;
}

function dataUrl({ bytes, type }: DrawableImage): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Writes the decoration: a glow of the brand color in a corner, lines over it if configured, and a bottom bar. */
function decorate({ brand, ink, decoration }: SocialLook, direction: 'ltr' | 'rtl'): string {
  const color = toHex(brand);
  const x = direction === 'ltr' ? pictureWidth : 0;
  const glow =
    `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="${x}" cy="0" r="540">` +
    `<stop offset="0" stop-color="${color}" stop-opacity=".24"/><stop offset=".55" stop-color="${color}" stop-opacity=".07"/>` +
    `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;
  const fade =
    `<radialGradient id="f" gradientUnits="userSpaceOnUse" cx="${x}" cy="0" r="700">` +
    `<stop offset="0" stop-color="${toHex(ink)}" stop-opacity=".1"/><stop offset="1" stop-color="${toHex(ink)}" stop-opacity="0"/></radialGradient>`;
  const all = `width="${pictureWidth}" height="${pictureHeight}"`;
  const bar = `<rect y="${pictureHeight - 10}" width="${pictureWidth}" height="10" fill="${color}"/>`;
  return `<defs>${glow}${fade}</defs><rect ${all} fill="url(#g)"/>${writeLines(decoration, x)}${bar}`;
}

function writeLines(decoration: SocialLook['decoration'], corner: number): string {
  if (decoration === 'gradient') return '';
  const lines: string[] = [];
  if (decoration === 'grid') {
    for (let x = 0; x <= pictureWidth; x += 60) lines.push(`M${x} 0V${pictureHeight}`);
    for (let y = 0; y <= pictureHeight; y += 60) lines.push(`M0 ${y}H${pictureWidth}`);
    return `<path d="${lines.join('')}" stroke="url(#f)" stroke-width="1.5" fill="none"/>`;
  }
  const side = corner === 0 ? 1 : -1;
  return [360, 260, 160]
    .map((width, index) => {
      const x = corner + side * (80 + index * 90) + (side < 0 ? -width : 0);
      return `<rect x="${x}" y="${70 + index * 70}" width="${width}" height="${width * 0.62}" rx="14" fill="none" stroke="url(#f)" stroke-width="2"/>`;
    })
    .join('');
}
