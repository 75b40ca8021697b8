import type { PickedFile } from './arrange-files.ts';

/** 8 MB in Base64, half of the maximum size of a commit's request body. */
const batchBytes = 6_000_000;
const batchFiles = 1_000;

/**
 * Divides files into batches, in order, with one commit per batch. A file that is larger than a batch has a separate
 * batch.
 */
export function toBatches(files: readonly PickedFile[]): PickedFile[][] {
  const batches: PickedFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === batchFiles || bytes + file.blob.size > batchBytes) {
      batches.push([file]);
      bytes = file.blob.size;
    } else {
      batch.push(file);
      bytes += file.blob.size;
    }
  }
  return batches;
}
