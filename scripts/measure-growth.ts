import { performance } from 'node:perf_hooks';

/**
 * Pieces that have slowed down text matchers when repeated: opening marks without an end, runs before a mismatch,
 * nested marks.
 */
export const alphabets: readonly string[] = [
  ...'/ \t\f#?.-=<>[]{}()"\'`~*_!\\:@&;,|a0\u00e9\u2028'.split(''),
  '\n',
  '\r',
  '\r\n',
  '<!--',
  '-->',
  '<!-- a --',
  '<a ',
  '<a href="',
  '</',
  '<script>',
  '<svg a',
  '/*',
  '//',
  '/**/',
  '\t/**/',
  '](',
  '![](',
  '[a](',
  '[a]: ',
  '[\r',
  '{/*',
  '{{',
  '${',
  '```\n',
  '\\`` ',
  '~~~\n',
  '\n---\n',
  '---\ntitle: ',
  'title: "',
  'a: [',
  '- ',
  '- - ',
  '"a": ',
  '{"a":',
  '[{',
  'href="',
  "src='",
  'import a from ',
  'export ',
  'https://',
  'a+://a:',
  'eyJ-',
  'eyJa.',
  'sk-',
  '-----BEGIN PRIVATE KEY-----\\',
  '-----BEGIN ',
  'Bearer ',
  '@a',
  'fixes #',
  '> ',
  'replace "a',
  'replace "a" with "b"; ',
  'and then ',
  'please ',
  '**/',
  '*a',
  '{a,',
  '%2f',
  '%',
  'Host: a\r\n',
  'a,b;q=0,',
  'bytes=0-',
  '"a", ',
  'openapi',
  'remote: ',
  "repository '",
  '{%',
  '{% a="',
  '{#a ',
  '![',
  '](<',
  '<a x',
  '<td ',
  '[block:code]\n',
  '!!! a',
];

/** Ends that prevent the repetition from matching. */
const ends = ['\u0000', '\nx!'];

function hostileText(alphabet: string, size: number, end: string): string {
  return alphabet.repeat(Math.ceil(size / alphabet.length)).slice(0, size) + end;
}

/**
 * Returns the time of the fastest of several runs in milliseconds, because other load on the machine only makes a run
 * slower.
 */
export function timeOf(run: () => void, runs: number): number {
  let best = Infinity;
  for (let turn = 0; turn < runs; turn++) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000, performance.now() - startedAt);
  }
  return best;
}

export interface Growth {
  readonly alphabet: string;
  readonly size: number;
  /** Times for a quarter of the size, and for the full size. */
  readonly milliseconds: readonly [number, number];
}

/** Below this, a measurement depends more on the machine than on the function. */
const measurableMs = 25;
/** Four times the text takes four times as long if time is linear, sixteen times if it is quadratic. */
const maxRatio = 9;

/**
 * Finds the alphabets with which a function takes more than linear time for text of at most `size` characters. Sizes
 * grow by a factor of four, so that worse growth is detected while the text is still short.
 */
export function findSuperlinear(
  run: (text: string) => void,
  size: number,
  pieces: readonly string[] = alphabets,
): Growth[] {
  return pieces.flatMap((alphabet) => {
    const found = ends.map((end) => findGrowth(run, { alphabet, end, size })).find((growth) => growth !== undefined);
    return found === undefined ? [] : [found];
  });
}

function findGrowth(
  run: (text: string) => void,
  given: { readonly alphabet: string; readonly end: string; readonly size: number },
): Growth | undefined {
  const textOf = (size: number): string => hostileText(given.alphabet, size, given.end);
  for (let size = 32; size <= given.size; size *= 4) {
    const text = textOf(size);
    const once = timeOf(() => run(text), 1);
    if (once < measurableMs) continue;
    // Other load only makes a run slower. So if even a single run shows no steep growth, the long text isn't measured
    // again.
    const quarter = textOf(size / 4);
    if (once <= maxRatio * timeOf(() => run(quarter), 4)) continue;
    const milliseconds = findSteep(
      () => run(textOf(size / 4)),
      () => run(text),
    );
    if (milliseconds !== undefined && staysSteep(run, textOf, { size, milliseconds }))
      return { alphabet: given.alphabet, size, milliseconds };
  }
  return undefined;
}

/** Above this ratio, growth is worse than quadratic, and text of four times the length might take forever. */
const beyondSquare = 40;

/**
 * Whether growth is still steep at four times the length, where quadratic growth is measured again. A busy machine can
 * distort about 25 ms, but not 400.
 */
function staysSteep(
  run: (text: string) => void,
  textOf: (size: number) => string,
  { size, milliseconds: [short, long] }: Omit<Growth, 'alphabet'>,
): boolean {
  if (long > beyondSquare * short) return true;
  const whole = timeOf(() => run(textOf(size)), 4);
  return timeOf(() => run(textOf(size * 4)), 4) > maxRatio * whole;
}

/** A garbage collection can occur once in every run of the longer text, but not in three measurements in a row. */
const measurements = 3;

function findSteep(runQuarter: () => void, runWhole: () => void): readonly [number, number] | undefined {
  let last: readonly [number, number] | undefined;
  for (let turn = 0; turn < measurements; turn++) {
    const [short, long] = (last = [timeOf(runQuarter, 4), timeOf(runWhole, 4)]);
    if (long < measurableMs || long <= maxRatio * short) return undefined;
  }
  return last;
}
