import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import type { ColourLines } from '@docwright/highlight/coloured-lines';

export const ColourContext = createContext<ColourLines | undefined>(undefined);
export const useColours = (): ColourLines | undefined => useContext(ColourContext);

/** The highlighter, once loaded: a diff is plain until then, and if it can't be loaded. */
export function useLoadedColours(): ColourLines | undefined {
  const [colours, setColours] = useState<{ readonly colour: ColourLines }>();
  useEffect(() => {
    let isGone = false;
    void import('@docwright/highlight/colour-lines').then(
      ({ colourLines }) => {
        // User interactions take priority over the colors of a long diff.
        if (!isGone) startTransition(() => setColours({ colour: colourLines }));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return colours?.colour;
}
