import type { ReactElement } from 'react';
import { iconShapes, type IconName } from './icon-shapes.ts';

export type { IconName };

/** Decorative; its meaning is in adjacent text or its button's label. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): ReactElement {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={iconShapes[name]} />
    </svg>
  );
}
