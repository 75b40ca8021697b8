import type { Html } from '../../markup/html.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';

/** An image's size as written by the author. */
export interface WrittenSize {
  readonly width: string | undefined;
  readonly height: string | undefined;
  readonly className: string;
  /** As CSS. */
  readonly style: string;
}

export const nothingWritten: WrittenSize = { width: undefined, height: undefined, className: '', style: '' };

/** Additions to an image: attributes, and declarations appended to its style. */
export interface ImagePlace {
  readonly width?: number;
  readonly height?: number;
  readonly style?: string;
}

/** Utilities that don't affect an image's height; the effect of other classes is unknown. */
const harmlessClass =
  /^(?:[\w-]+:)*-?(?:w|max-w|min-w|m[xytrblse]?|p[xytrblse]?|block|hidden|inline|inline-block|rounded|border|outline|ring|shadow|drop-shadow|bg|opacity|object|float|clear|cursor|pointer-events|select|not-prose|transition|duration|ease|hover|scale|rotate|translate|brightness|contrast|grayscale|invert|blur|filter|mix-blend|z|overflow|align|self|justify-self|place-self|order|shrink|grow|flex-shrink|flex-grow|dark|light|relative)(?:-.+)?$/;

const setsHeight = /(?:^|[;\s])(?:(?:min-|max-)?(?:height|block-size)|aspect-ratio|position|zoom)\s*:/i;
const setsWidth = /(?:^|[;\s])(?:width|inline-size)\s*:/i;

/**
 * Reserves an image's space before it is loaded, so that nothing moves afterwards. Sets only the width, at most the
 * image's own: the theme's `height: auto` follows the ratio.
 */
export function placeImage(written: WrittenSize, size: ImageSize | undefined): ImagePlace {
  const { className, style } = written;
  if (size === undefined || setsHeight.test(style)) return {};
  if (className.split(/\s+/).some((name) => name !== '' && !harmlessClass.test(name))) return {};
  const ratio = `aspect-ratio:${round(size.width)}/${round(size.height)}`;
  const { width, height } = written;
  if (width !== undefined && height !== undefined) return {};
  if (width !== undefined)
    return isPixels(width) ? { height: scale(width, size.height / size.width) } : { style: ratio };
  if (height !== undefined) return isPixels(height) ? { width: scale(height, size.width / size.height) } : {};
  if (size.isRatio !== true) return { width: Math.round(size.width), height: Math.round(size.height) };
  const hasWidth = setsWidth.test(style) || /(?:^|[\s:])w-/.test(className);
  return { style: hasWidth ? ratio : `${ratio};width:100%` };
}

/** Writes the attributes, with a leading space. */
export function writeImagePlace({ width, height, style }: ImagePlace): Html {
  const attribute = (name: string, value: string | number | undefined): Html =>
    value === undefined ? '' : ` ${name}="${value}"`;
  return attribute('width', width) + attribute('height', height) + attribute('style', style);
}

function isPixels(text: string): boolean {
  return /^\d+(?:\.\d+)?(?:px)?$/.test(text) && Number.parseFloat(text) > 0;
}

function scale(length: string, factor: number): number {
  return Math.max(1, Math.round(Number.parseFloat(length) * factor));
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
