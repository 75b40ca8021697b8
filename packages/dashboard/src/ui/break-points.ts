/** Separators after which a long name may continue on the next line. */
const separator = /(?<=[.\-_=/:@])(?=[^.\-_=/:@])/;

/** The parts of a host name, a path or a key between which a line may break: `docs.`, `example.`, `com`. */
export const toBreakable = (text: string): readonly string[] => text.split(separator);
