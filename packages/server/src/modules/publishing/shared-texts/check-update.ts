import { maxDraftFileBytes } from '@docwright/contract';
import * as Y from 'yjs';
import { textName } from '@docwright/doc-agent/shared-text-messages';

/** An update that the service doesn't store. */
export class InvalidUpdate extends Error {
  override readonly name = 'InvalidUpdate';
}

/** Each client's next free clock. All of the client's items before it are known. */
export type Clocks = Map<number, number>;

export interface CheckedUpdate {
  /** Number of characters that the update adds. */
  readonly added: number;
  readonly clocks: Clocks;
}

/** More parts indicate an attack: typing and pasting send few of them. */
const maxParts = 20_000;
/** Longer text can't be saved in a draft. */
const maxLength = maxDraftFileBytes;
/** Clocks are numbers, which lose precision when they are large. */
const maxClock = 2 ** 40;

/**
 * Checks an update before it is stored:
 *
 * 1. It contains only text of the one shared type: no formats, embedded objects, maps or documents, which would be
 *    stored without being visible.
 * 2. It is complete: everything to which it refers is known or part of it. Yjs would otherwise keep it in memory until
 *    the missing part arrives.
 * 3. Its text can be stored: no NUL, and carriage returns only if the file mixes line endings.
 *
 * @param known the clocks of the document and of the updates that are about to be stored
 * @throws InvalidUpdate
 */
export function checkUpdate(
  update: Uint8Array,
  { known, hasCarriageReturns }: { readonly known: Clocks; readonly hasCarriageReturns: boolean },
): CheckedUpdate {
  const { structs, ds } = decode(update);
  let parts = structs.length;
  for (const ranges of ds.clients.values()) parts += ranges.length;
  if (parts > maxParts) throw new InvalidUpdate(`it has ${parts} parts; at most ${maxParts} are allowed`);
  const clocks: Clocks = new Map(known);
  const clockOf = (client: number): number => clocks.get(client) ?? 0;
  for (const { id, length } of structs) {
    if (length > maxLength || id.clock + length > maxClock) throw new InvalidUpdate('it is too long');
    if (id.clock > clockOf(id.client)) throw new InvalidUpdate('part of it is missing'); // 2
    clocks.set(id.client, Math.max(clockOf(id.client), id.clock + length));
  }
  let added = 0;
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) throw new InvalidUpdate('it contains something other than text'); // 1
    for (const origin of [struct.origin, struct.rightOrigin])
      if (
        origin !== null &&
        origin.clock >= (origin.client === struct.id.client ? struct.id.clock : clockOf(origin.client))
      )
        throw new InvalidUpdate('it refers to an unknown position');
    requireText(struct, hasCarriageReturns);
    if (
      struct.content instanceof Y.ContentString &&
      struct.id.clock + struct.length > (known.get(struct.id.client) ?? 0)
    )
      added += struct.length;
  }
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges)
      if (clock + len > clockOf(client)) throw new InvalidUpdate('it deletes unknown text');
  return { added, clocks };
}

function decode(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch (error) {
    throw new InvalidUpdate('it is malformed', { cause: error });
  }
}

function requireText(item: Y.Item, hasCarriageReturns: boolean): void {
  const { content, origin, rightOrigin, parentSub } = item;
  // Other items have the same parent as their neighbors.
  const isInText = origin !== null || rightOrigin !== null || (item.parent as unknown) === textName;
  const isText = content instanceof Y.ContentString || content instanceof Y.ContentDeleted;
  if (!isInText || !isText || parentSub !== null) throw new InvalidUpdate('it contains something other than text');
  if (!(content instanceof Y.ContentString)) return;
  if (content.str.includes('\0')) throw new InvalidUpdate('it contains the character NUL');
  if (!hasCarriageReturns && content.str.includes('\r')) throw new InvalidUpdate('it contains a carriage return');
}

/** Returns a document's clocks. */
export function clocksOf(document: Y.Doc): Clocks {
  const clocks: Clocks = new Map();
  for (const client of document.store.clients.keys()) clocks.set(client, Y.getState(document.store, client));
  return clocks;
}
