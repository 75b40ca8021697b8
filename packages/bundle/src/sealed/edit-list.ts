/** Lists of edits in stored form: JSON, `[[at, remove, [[when, segment], …]], …]`. */
import { parseJson } from '../parse-json.ts';
import { count, list, refuseSealed } from './read-fields.ts';

export interface StoredChoice {
  /** Number of a condition. */
  readonly when: number;
  /** Number of the segment to insert. */
  readonly segment: number;
}

/** An edit whose conditions and insertions are in the table of the archive. */
export interface StoredEdit {
  readonly at: number;
  readonly remove: number;
  readonly choices: readonly StoredChoice[];
}

export interface EditBounds {
  /** Size of the edited file in bytes. */
  readonly size: number;
  readonly conditions: number;
  readonly segments: number;
}

export function formatEditList(edits: readonly StoredEdit[]): Buffer {
  const rows = edits.map(({ at, remove, choices }) => [
    at,
    remove,
    choices.map(({ when, segment }) => [when, segment]),
  ]);
  return Buffer.from(JSON.stringify(rows));
}

const maxDepth = 5;

/**
 * Parses untrusted bytes. Edits must be in order and within the file, and must not overlap.
 * @throws BundleError `sealed-part-invalid`
 */
export function parseEditList(bytes: Uint8Array, bounds: EditBounds): readonly StoredEdit[] {
  let end = 0;
  return list(parse(bytes), 'edits').map((value) => {
    const [at, remove, choices] = list(value, 'an edit');
    const edit = {
      at: count(at, 'an edit'),
      remove: count(remove, 'an edit'),
      choices: list(choices, 'choices').map((choice) => parseChoice(choice, bounds)),
    };
    if (edit.at < end) refuseSealed('edits overlap, or are out of order');
    end = edit.at + edit.remove;
    if (end > bounds.size) refuseSealed('an edit is outside its file');
    return edit;
  });
}

function parseChoice(value: unknown, { conditions, segments }: EditBounds): StoredChoice {
  const pair = list(value, 'a choice');
  const [when, segment] = [count(pair[0], 'a choice'), count(pair[1], 'a choice')];
  if (when >= conditions || segment >= segments) refuseSealed('a choice refers to a missing condition or segment');
  return { when, segment };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, maxDepth);
  } catch (error) {
    return refuseSealed('a list of edits is not JSON', error);
  }
}
