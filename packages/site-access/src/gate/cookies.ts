/** Cookies of a site's own origin: they are never sent to another host, and with HTTPS no other host can set them. */
export interface AccessCookies {
  /** All values of a cookie name in the request: a browser may send several. */
  read(header: string | undefined, name: string): readonly string[];
  /** Cookie names in the request that start with the prefix, in the order of the header. */
  list(header: string | undefined, prefix: string): readonly string[];
  write(name: string, value: string, seconds: number): string;
  remove(name: string): string;
  /** Sets a cookie that page scripts can read. It only signals that a session exists. */
  mark(name: string, seconds: number): string;
}

export function createAccessCookies(isSecure: boolean): AccessCookies {
  const prefix = isSecure ? '__Host-' : '';
  const toLine = (name: string, value: string, seconds: number, more = ''): string =>
    `${prefix}${name}=${value}; Path=/; Max-Age=${seconds}${more}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const write = (name: string, value: string, seconds: number): string => toLine(name, value, seconds, '; HttpOnly');
  return {
    read: (header, name) => (header === undefined ? [] : readValues(header, `${prefix}${name}=`)),
    list: (header, start) =>
      (header ?? '').split(';').flatMap((part) => {
        const [name = ''] = part.trim().split('=', 1);
        return name.startsWith(prefix + start) ? [name.slice(prefix.length)] : [];
      }),
    write,
    remove: (name) => write(name, '', 0),
    mark: (name, seconds) => toLine(name, '1', seconds),
  };
}

/**
 * Reads only the requested cookie, because this runs for each request with a session. The whole name must match: the
 * prefix doesn't prevent other hosts of the domain from setting a cookie whose name or value ends with ours.
 */
function readValues(header: string, wanted: string): readonly string[] {
  const values: string[] = [];
  for (let at = header.indexOf(wanted); at >= 0; at = header.indexOf(wanted, at + wanted.length)) {
    if (!startsCookie(header, at)) continue;
    const end = header.indexOf(';', at);
    values.push(header.slice(at + wanted.length, end < 0 ? undefined : end).trim());
  }
  return values;
}

/** Whether only spaces precede the position since the previous cookie. */
function startsCookie(header: string, at: number): boolean {
  let before = at - 1;
  while (header[before] === ' ' || header[before] === '\t') before -= 1;
  return before < 0 || header[before] === ';';
}
