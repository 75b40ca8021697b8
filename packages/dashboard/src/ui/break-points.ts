/** Separators after which a long name can continue on the next line. */
const separator = /(?<=[.\-_=/:@])(?=[^.\-_=/:@])/;

/** Splits a host name, path or key into parts between which a line can break: `docs.`, `example.`, `com`. */
export const toBreakable = (text: string): readonly string[] => text.split(separator);
