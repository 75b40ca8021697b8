const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
  ['curl', /^curl\//],
];
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/**
 * Returns text such as `Firefox on Linux`, which is enough for users to recognize their browser. The tooltip has the
 * full text.
 */
export function describeBrowser(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown';
  const find = (list: typeof browsers) => list.find(([, mark]) => mark.test(userAgent))?.[0];
  const browser = find(browsers) ?? userAgent.slice(0, 40);
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
