export interface Target {
  readonly pathname: string;
  readonly query: string;
}

/** Path and query of a request target in origin form; a proxy may send the absolute form. */
export function splitTarget(url: string): Target {
  const target = url.startsWith('/') ? url : (/^https?:\/\/[^/?#]+(\/.*)$/i.exec(url)?.[1] ?? '');
  const question = target.indexOf('?');
  return question < 0
    ? { pathname: target, query: '' }
    : { pathname: target.slice(0, question), query: target.slice(question + 1) };
}
