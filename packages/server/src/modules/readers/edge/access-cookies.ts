/** Cookies of a site's own origin: they are never sent to another host, and with HTTPS no other host can set them. */
export interface AccessCookies {
  /** All values of a cookie name in the request: a browser may send several. */
  read(header: string | undefined, name: string): readonly string[];
  write(name: string, value: string, seconds: number): string;
}

export const createAccessCookies = (isSecure: boolean): AccessCookies => {
  const toName = (name: string): string => (isSecure ? `__Host-${name}` : name);
  return {
    read: (header, name) => {
      const wanted = toName(name);
      return (header ?? '').split(';').flatMap((part) => {
        const at = part.indexOf('=');
        return at >= 0 && part.slice(0, at).trim() === wanted ? [part.slice(at + 1).trim()] : [];
      });
    },
    write: (name, value, seconds) =>
      `${toName(name)}=${value}; Path=/; Max-Age=${String(seconds)}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
};
