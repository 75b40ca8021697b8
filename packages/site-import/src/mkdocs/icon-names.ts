/**
 * Maps names of Material Design Icons, Octicons and Simple Icons to Font Awesome names, for the most important icons.
 */
const names: ReadonlyMap<string, string> = new Map(
  (
    'check check check-bold check check-all check-double check-circle circle-check check-decagram circle-check close xmark close-thick xmark ' +
    'close-circle circle-xmark x xmark x-circle circle-xmark cancel ban minus minus plus plus alert triangle-exclamation ' +
    'alert-circle circle-exclamation alert-fill triangle-exclamation information circle-info info circle-info help circle-question ' +
    'help-circle circle-question question circle-question arrow-right arrow-right arrow-left arrow-left arrow-up arrow-up arrow-down arrow-down ' +
    'arrow-top-right arrow-up-right-from-square open-in-new arrow-up-right-from-square link-external arrow-up-right-from-square link link ' +
    'clock clock clock-fast clock timer stopwatch rocket rocket rocket-launch rocket lightning-bolt bolt flash bolt zap bolt cog gear gear gear ' +
    'tools screwdriver-wrench wrench wrench hammer hammer download download upload upload cloud cloud cloud-download cloud-arrow-down ' +
    'book book book-open book-open book-open-variant book-open book-open-page-variant book-open bookmark bookmark file file ' +
    'file-document file-lines file-code file-code file-directory folder folder folder text-box file-lines note-text note-sticky ' +
    'magnify magnifying-glass search magnifying-glass star star heart heart home house account user person user account-group users people users ' +
    'lock lock key key shield shield security shield shield-check shield-halved eye eye database database server server console terminal ' +
    'terminal terminal code-braces code code-tags code code code application-braces code scale-balance scale-balanced law scale-balanced ' +
    'school graduation-cap lightbulb lightbulb light-bulb lightbulb email envelope mail envelope calendar calendar bell bell ' +
    'flask flask beaker flask test-tube flask bug bug tag tag delete trash trash trash trashcan trash pencil pencil dots-horizontal ellipsis ' +
    'menu bars play play pause pause stop stop refresh arrows-rotate sync arrows-rotate puzzle puzzle-piece palette palette paintbrush paintbrush ' +
    'chart-line chart-line chart-bar chart-bar graph chart-line speedometer gauge meter gauge web globe earth globe globe globe cellphone ' +
    'mobile-screen monitor desktop laptop laptop chat comment comment comment comment-discussion comments forum comments video video image image ' +
    'camera camera map map compass compass flag flag trophy trophy fire fire flame fire robot robot package cube package-variant box-open cube cube ' +
    'memory microchip chip microchip keyboard keyboard git code-branch source-branch code-branch git-branch code-branch git-pull-request code-pull-request'
  )
    .split(' ')
    .map((_, index, words) => [words[index] ?? '', words[index + 1] ?? ''] as const)
    .filter((_, index) => index % 2 === 0),
);

const brands: ReadonlySet<string> = new Set(
  'github gitlab docker python windows apple linux android java php npm slack discord twitter youtube linkedin facebook google aws microsoft'.split(
    ' ',
  ),
);

/** Returns the name and style of a similar icon in Font Awesome, or `undefined` if none is known. */
export function findSimilarIcon(name: string): { readonly name: string; readonly style: string } | undefined {
  const plain = name.replace(/-(?:16|24)$/, '').replace(/-(?:outline|filled|fill|variant)$/, '');
  const brand = plain.replace(/^(?:mark|language|logo)-|-logo$/, '');
  if (brands.has(brand)) return { name: brand, style: 'brands' };
  const known = names.get(plain);
  return known === undefined ? undefined : { name: known, style: 'solid' };
}
