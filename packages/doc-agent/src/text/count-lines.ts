/**
 * Returns a function that turns an offset of the text into a 1-based line. Increasing offsets take linear time in
 * total.
 */
export function createLineCounter(text: string): (offset: number) => number {
  let line = 1;
  let scanned = 0;
  return (offset) => {
    if (offset < scanned) {
      line = 1;
      scanned = 0;
    }
    for (; scanned < offset; scanned++) if (text.charCodeAt(scanned) === 10) line++;
    return line;
  };
}
