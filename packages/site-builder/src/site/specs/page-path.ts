/** Determines the addresses of generated pages. Other pages link to them, so the rule is part of the format. */

/**
 * Converts text to a segment of the path: `Get account states` → `get-account-states`, `/users/{id}` → `users`. Double
 * dashes are replaced in a single pass, so `Client API - Users` keeps two: `client-api--users`.
 */
export function toPathPiece(text: string): string {
  return text
    .trim()
    .replaceAll(' ', '-')
    .replaceAll(/\{[^}]*\}/g, '-')
    .replaceAll(/[{}(),.'\n\r\\?#%/]/g, '')
    .replaceAll('--', '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
}

export interface PathParts {
  readonly directory: string;
  readonly tag: string;
  readonly summary: string;
  readonly method: string;
  /** URL path, webhook or channel name, used to name a page without a summary. */
  readonly name: string;
}

export function toPagePath({ directory, tag, summary, method, name }: PathParts): string {
  const last = toPathPiece(summary) || `${method}-${toPathPiece(name)}`.replaceAll(/^-|-$/g, '') || 'operation';
  return [toSitePath(directory).toLowerCase(), toPathPiece(tag), last].filter((piece) => piece !== '').join('/');
}

/** Turns a folder or address that a site chose into a path inside the site. */
export function toSitePath(path: string): string {
  const pieces = path.split(/[/\\]/).filter((piece) => piece !== '' && piece !== '.' && piece !== '..');
  return pieces.join('/');
}

/** Makes paths unique (`a`, `a-1`, `a-2`): the first page keeps the plain path. */
export function createUniquePaths(): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    let unique = path;
    for (let count = 1; taken.has(unique); count++) unique = `${path}-${count}`;
    taken.add(unique);
    return unique;
  };
}
