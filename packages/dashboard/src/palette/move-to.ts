/**
 * Returns the option, out of `count`, to which a key moves, or `undefined` for keys that the field handles itself.
 * Arrow keys wrap around at both ends.
 */
export function moveTo(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowUp':
      return (from - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, from + 5);
    case 'PageUp':
      return Math.max(0, from - 5);
    default:
      return undefined;
  }
}
