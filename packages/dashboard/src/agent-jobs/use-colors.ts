import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import type { ColorLines } from '@docwright/highlight/colored-lines';

export const ColorContext = createContext<ColorLines | undefined>(undefined);
export const useColors = (): ColorLines | undefined => useContext(ColorContext);

/** Loads the highlighter. Until it is loaded, or if it can't be loaded, a diff has no colors. */
export function useLoadedColors(): ColorLines | undefined {
  const [colors, setColors] = useState<{ readonly color: ColorLines }>();
  useEffect(() => {
    let isGone = false;
    void import('@docwright/highlight/color-lines').then(
      ({ colorLines }) => {
        // User interactions take priority over the colors of a long diff.
        if (!isGone) startTransition(() => setColors({ color: colorLines }));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return colors?.color;
}
