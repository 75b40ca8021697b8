import type { GateAnswer } from '@docwright/site-access';
import { HttpExchange, type StreamedBody } from '../answer/exchange.ts';

/**
 * `private`: only this reader may receive the response. No cache stores it, regardless of the file's headers, and
 * search engines don't list it. `unlisted`: everyone may receive the response, but search engines don't list it.
 * `shared`: a public page of a protected site; signed-in readers may see a different one.
 */
export type Protection = 'private' | 'unlisted' | 'shared';

/** A response from a completely restricted site. */
export class ProtectedExchange extends HttpExchange {
  protection: Protection = 'private';

  static of({ request, response, observer, startedAtMs, network }: HttpExchange): ProtectedExchange {
    const exchange = new ProtectedExchange(request, response, observer, startedAtMs);
    exchange.network = network;
    return exchange;
  }

  override send(status: number, headers: readonly string[], body: Buffer | undefined): void {
    super.send(status, this.#toOwnHeaders(headers), body);
  }

  override async stream(status: number, headers: readonly string[], body: StreamedBody): Promise<void> {
    await super.stream(status, this.#toOwnHeaders(headers), body);
  }

  /** Sends the gate's response, which already has the headers of a protected response. */
  sendAnswer({ status, headers, body }: GateAnswer): void {
    super.send(status, headers, body);
  }

  #toOwnHeaders(headers: readonly string[]): readonly string[] {
    switch (this.protection) {
      case 'private':
        return protectedHeaders(headers);
      case 'unlisted':
        return [...headers, 'X-Robots-Tag', 'noindex'];
      case 'shared':
        return sharedHeaders(headers);
    }
  }
}

/** All responses from a file share one list of headers, so the derived headers are computed once. */
const protectedHeaders = onceForEach((headers) => {
  const { rest, vary } = splitVary(headers, ['cache-control', 'vary']);
  return ['Cache-Control', 'private, no-store', 'Vary', vary, 'X-Robots-Tag', 'noindex', ...rest];
});

const sharedHeaders = onceForEach((headers) => {
  const { rest, vary } = splitVary(headers, ['vary']);
  return ['Vary', vary, ...rest];
});

type Headers = readonly string[];

function onceForEach(make: (headers: Headers) => Headers): (headers: Headers) => Headers {
  const known = new WeakMap<Headers, Headers>();
  return (headers) => {
    const made = known.get(headers) ?? make(headers);
    known.set(headers, made);
    return made;
  };
}

/** Removes headers from the list. `vary` is the value of `Vary` with the cookie, which identifies the reader. */
function splitVary(headers: Headers, names: readonly string[]): { readonly rest: Headers; readonly vary: string } {
  const pairs = Array.from({ length: headers.length / 2 }, (_, at) => headers.slice(at * 2, at * 2 + 2));
  const vary = pairs.find(([name]) => name?.toLowerCase() === 'vary')?.[1];
  const rest = pairs.filter(([name = '']) => !names.includes(name.toLowerCase())).flat();
  return { rest, vary: vary === undefined ? 'Cookie' : `${vary}, Cookie` };
}
