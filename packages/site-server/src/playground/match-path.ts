/**
 * Compares operation paths as written in specifications (`/pets/{id}`, `/files/{name}.{ext}`) with a request's path,
 * segment by segment. An author's text never becomes a regular expression.
 */
type Segment = readonly string[];

/**
 * Returns the fixed strings of a segment between its parameters: `{name}.{ext}` → `['', '.', '']`; a single string
 * without parameters.
 */
function toSegment(text: string): Segment {
  return text.split(/\{[^{}]*\}/);
}

/** Whether a segment matches, each parameter with at least one character. */
function matchSegment(fixed: Segment, value: string): boolean {
  const [first = '', ...rest] = fixed;
  const last = rest.pop();
  if (last === undefined) return value === first;
  if (!value.startsWith(first)) return false;
  let at = first.length;
  for (const text of rest) {
    const found = value.indexOf(text, at + 1);
    if (found < 0) return false;
    at = found + text.length;
  }
  return value.length - last.length > at && value.endsWith(last);
}

/**
 * Whether some servers read a segment as several segments, or as a different one. Such a request could reach an
 * operation that isn't listed.
 */
function isAmbiguous(segment: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    return true;
  }
  // A second decoding by a server would reveal doubly encoded characters.
  return /[/\\]|%(?:2f|5c|2e)/i.test(decoded) || decoded === '.' || decoded === '..';
}

/** Whether a URL's path matches `template`. Both begin with `/`. */
export function matchPath(template: string, pathname: string): boolean {
  const wanted = template.split('/').map(toSegment);
  const segments = pathname.split('/');
  return (
    wanted.length === segments.length &&
    segments.every((segment, index) => !isAmbiguous(segment) && matchSegment(wanted[index] ?? [], segment))
  );
}
