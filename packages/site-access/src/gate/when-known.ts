/** Continues immediately if the value is already available, so that ordinary requests don't wait for the event loop. */
export function whenKnown<T, R>(value: T | Promise<T>, decide: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then((known) => decide(known)) : decide(value);
}
