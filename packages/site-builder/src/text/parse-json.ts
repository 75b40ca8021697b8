/**
 * Maximum depth; deeper values are rejected, because people don't nest so deeply and walking them would overflow the
 * stack.
 */
const maxDepth = 200;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown; readonly lenient: boolean }
  | { readonly ok: false; readonly message: string; readonly line: number | undefined };

/**
 * Parses JSON as found in repositories: first strictly, then without comments and trailing commas, which many editors
 * accept and authors therefore commit (reported by `lenient`).
 */
export function parseJson(text: string): ParsedJson {
  const strict = tryParse(text);
  if (strict.ok) return checkDepth(strict.value, false);
  const relaxed = tryParse(withoutCommentsAndTrailingCommas(text));
  if (relaxed.ok) return checkDepth(relaxed.value, true);
  return { ok: false, message: strict.message, line: lineOfError(text, strict.message) };
}

function tryParse(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function checkDepth(value: unknown, lenient: boolean): ParsedJson {
  const pending: [unknown, number][] = [[value, 0]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next;
    if (typeof node !== 'object' || node === null) continue;
    if (depth > maxDepth) return { ok: false, message: `nested deeper than ${maxDepth} levels`, line: undefined };
    for (const child of Object.values(node)) pending.push([child, depth + 1]);
  }
  return { ok: true, value, lenient };
}

/** Strings are matched first, so that text in them that looks like a comment is kept. */
function withoutCommentsAndTrailingCommas(text: string): string {
  const uncommented = text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) =>
    match.startsWith('"') ? match : match.replace(/[^\n]/g, ' '),
  );
  return uncommented.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[\]}])/g, (match) => (match === ',' ? ' ' : match));
}

function lineOfError(text: string, message: string): number | undefined {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}
