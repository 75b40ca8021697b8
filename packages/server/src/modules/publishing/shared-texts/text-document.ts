import { diffLines, findChange } from '@docwright/doc-agent';
import { textName } from '@docwright/doc-agent/shared-text-messages';
import * as Y from 'yjs';

export const textIn = (document: Y.Doc): Y.Text => document.getText(textName);

// oxlint-disable-next-line typescript/no-base-to-string -- the class declares `toString`
export const readText = (document: Y.Doc): string => textIn(document).toString();

/** Creates a document in the service, so that editors who open a file at the same time don't both insert its text. */
export function createDocument(text: string): Y.Doc {
  const document = new Y.Doc();
  if (text !== '') textIn(document).insert(0, text);
  return document;
}

export function loadDocument(state: Uint8Array, updates: readonly Uint8Array[]): Y.Doc {
  const document = new Y.Doc();
  Y.transact(document, () => {
    Y.applyUpdate(document, state);
    for (const update of updates) Y.applyUpdate(document, update);
  });
  return document;
}

/** Replaces only the text that differs, so that cursors elsewhere keep their position. */
export function replaceText(document: Y.Doc, next: string): void {
  const text = textIn(document);
  let at = 0;
  Y.transact(document, () => {
    const runs = diffLines(readText(document), next);
    for (const [index, run] of runs.entries()) {
      const part = run.lines.join('');
      if (run.kind === 'same') at += part.length;
      else if (run.kind === 'removed') {
        const following = runs[index + 1];
        const added = following?.kind === 'added' ? following.lines.join('') : '';
        at = replacePart(text, at, part, added);
      } else if (runs[index - 1]?.kind !== 'removed') at = replacePart(text, at, '', part);
    }
  });
}

/** Replaces a part of the text. Returns the end of the new part. */
function replacePart(text: Y.Text, at: number, before: string, after: string): number {
  const change = findChange(before, after);
  if (change !== undefined) {
    const { from, to, insert } = change;
    if (to > from) text.delete(at + from, to - from);
    if (insert !== '') text.insert(at + from, insert);
  }
  return at + after.length;
}

/** Counts a document's parts. Each takes about 100 bytes of memory, even if it contains only one character. */
export function countParts(document: Y.Doc): number {
  let parts = 0;
  for (const structs of document.store.clients.values()) parts += structs.length;
  return parts;
}
