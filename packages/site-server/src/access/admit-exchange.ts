import type { GateResult } from '@docwright/site-access';
import { audienceOf } from '../audience/audience-of.ts';
import type { ProtectedExchange } from './protected-exchange.ts';

/** Returns false after it has answered the request. Immediate unless the gate has to query a service. */
export function admitExchange(
  exchange: ProtectedExchange,
  result: GateResult | Promise<GateResult>,
): boolean | Promise<boolean> {
  if (result instanceof Promise) return result.then((known) => apply(exchange, known));
  return apply(exchange, result);
}

function apply(exchange: ProtectedExchange, result: GateResult): boolean {
  if (result.kind === 'admitted') {
    exchange.audience = audienceOf(result.reader);
    if (result.isPublic) exchange.protection = 'shared';
    return true;
  }
  exchange.sendAnswer(result.answer);
  return false;
}
