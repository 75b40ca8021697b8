import type { GateAnswer } from '@docwright/site-access';
import { HttpExchange, type StreamedBody } from '../answer/exchange.ts';

/**
 * A response that search engines don't list and, if it is protected, that only this reader may get: no cache stores it,
 * whatever the file's own headers say.
 */
export class ProtectedExchange extends HttpExchange {
  isProtected = true;

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

  /** An answer of the gate, which has these headers already. */
  sendAnswer({ status, headers, body }: GateAnswer): void {
    super.send(status, headers, body);
  }

  #toOwnHeaders(headers: readonly string[]): readonly string[] {
    return this.isProtected ? protectedHeaders(headers) : [...headers, 'X-Robots-Tag', 'noindex'];
  }
}

/** The headers of a file are one list for all its answers, so what is derived from them is computed once. */
const known = new WeakMap<readonly string[], readonly string[]>();

function protectedHeaders(headers: readonly string[]): readonly string[] {
  const made = known.get(headers);
  if (made !== undefined) return made;
  const pairs = Array.from({ length: headers.length / 2 }, (_, at) => headers.slice(at * 2, at * 2 + 2));
  const valueOf = (wanted: string): string | undefined => pairs.find(([name]) => name?.toLowerCase() === wanted)?.[1];
  const rest = pairs.filter(([name = '']) => !['cache-control', 'vary'].includes(name.toLowerCase()));
  const vary = valueOf('vary');
  const varying = vary === undefined ? 'Cookie' : `${vary}, Cookie`;
  const own = ['Cache-Control', 'private, no-store', 'Vary', varying, 'X-Robots-Tag', 'noindex'];
  const complete = [...own, ...rest.flat()];
  known.set(headers, complete);
  return complete;
}
