/** Separators after which a long name can continue on the next line. */
const separator = /(?<=[.\-_=/:@])(?=[^.\-_=/:@])/;

/** The parts of a host name, path or key between which a line can break: `docs.`, `example.`, `com`. */
export const toBreakable = (text: string): readonly string[] => text.split(separator);
