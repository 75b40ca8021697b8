export interface Target {
  readonly pathname: string;
  readonly query: string;
}

/** Returns the path and query of a request target in origin form; a proxy may send the absolute form. */
export function splitTarget(url: string): Target {
  const target = url.startsWith('/') ? url : (readAbsolute(url)?.target ?? '');
  const question = target.indexOf('?');
  return question < 0
    ? { pathname: target, query: '' }
    : { pathname: target.slice(0, question), query: target.slice(question + 1) };
}

interface AbsoluteTarget {
  readonly authority: string;
  /** The target in origin form. */
  readonly target: string;
}

export function readAbsolute(url: string): AbsoluteTarget | undefined {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? [];
  return authority === undefined ? undefined : { authority, target: rest.startsWith('/') ? rest : `/${rest}` };
}
