export interface PastedDomain {
  /** The host name to add. If the input isn't an address, the input itself. */
  readonly domain: string;
  /** The path of a pasted address, such as `/guide`. Empty without one. */
  readonly path: string;
}

/** Accepts an address copied from a browser, `https://docs.example.com/guide`, where a host name is expected. */
export function readPasted(text: string): PastedDomain {
  const entered = text.trim();
  const [, scheme, rest = entered] = /^(https?:\/\/)?(.*)$/is.exec(entered) ?? [];
  const isAddress = scheme !== undefined || /^[^/?#\s]+\.[^/?#\s]+[/?#]/.test(rest);
  const address = `${scheme ?? 'https://'}${rest}`;
  if (!isAddress || !URL.canParse(address)) return { domain: entered, path: '' };
  const { hostname, pathname } = new URL(address);
  // As typed, because the browser's form of an internationalized name isn't readable.
  const typed = /^(?:[^/?#@]*@)?([^/?#:]+)/.exec(rest)?.[1] ?? hostname;
  return { domain: typed, path: pathname.replace(/\/+$/, '') };
}
