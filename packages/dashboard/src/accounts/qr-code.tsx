import type { ReactElement } from 'react';
import { encode } from 'uqr';

export interface QrCodeProps {
  readonly text: string;
  /** The text alternative of the image. */
  readonly label: string;
  readonly className: string | undefined;
}

/**
 * Dark on light in every theme, because many cameras can't read other codes. The standard requires a border of four
 * modules.
 */
export default function QrCode({ text, label, className }: QrCodeProps): ReactElement {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
