import { setImmediate as turn } from 'node:timers/promises';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Delta = Extract<LanguageModelV4StreamPart, { type: 'text-delta' }>;

/**
 * Yields the same parts, but merges words that are available at the same time, because each part passes through all
 * streams of the SDK. Words aren't delayed.
 */
export async function* joinDeltas(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (let next = await iterator.next(); next.done !== true;) {
      const first = next.value;
      if (!isPlain(first)) {
        yield first;
        next = await iterator.next();
        continue;
      }
      const joined = await joinWith(first, iterator);
      yield joined.delta;
      next = await joined.following;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Joins parts until a part of another kind arrives, or no more parts are available. */
async function joinWith(first: Delta, iterator: AsyncIterator<LanguageModelV4StreamPart>) {
  const nothing = turn(undefined);
  let text = first.delta;
  for (;;) {
    const following = iterator.next();
    // The caller that awaits the part after the joined part receives the error.
    const next = await Promise.race([following.catch(() => undefined), nothing]);
    if (next?.done !== false || !isPlain(next.value) || next.value.id !== first.id)
      return { delta: { ...first, delta: text }, following };
    text += next.value.delta;
  }
}

const isPlain = (part: LanguageModelV4StreamPart): part is Delta =>
  part.type === 'text-delta' && part.providerMetadata === undefined;
