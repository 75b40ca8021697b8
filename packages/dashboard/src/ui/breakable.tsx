import { Fragment, type ReactElement } from 'react';
import { toBreakable } from './break-points.ts';

/** A long technical name, such as a host name, which wraps after its separators instead of inside words. */
export function Breakable({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {toBreakable(text).map((part, index) => (
        // The parts of a name never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
