import { FORWARDABLE_CALLS_PATH, SealedCalls } from '../../openapi/index.ts';
import { FileNotSealed, MismatchedMarks, sealSpecFile, TooManyOutcomes, type SealPlan } from '../../site/index.ts';
import type { SealedFile } from '../../source/output-file.ts';
import type { BuildParts } from '../prepare-build.ts';
import { withVariants, type SealedPage } from './make-sealed-page.ts';
import type { PublicFiles } from './public-files.ts';
import { orElse, type SealedFiles } from './sealed-files.ts';
import { countOf } from '../../text/count-of.ts';

export interface SealSpecsRequest {
  readonly parts: BuildParts;
  readonly seal: SealPlan;
  readonly pages: readonly SealedPage[];
  readonly publicFiles: PublicFiles;
  readonly files: SealedFiles;
}

/**
 * Seals specifications as files, and the calls that their playgrounds may make. Returns the files that only some
 * readers can access.
 */
export async function sealSpecs(request: SealSpecsRequest): Promise<readonly SealedFile[]> {
  const { parts, seal, publicFiles, files } = request;
  try {
    await sealCalls(request);
  } catch (error) {
    if (!(error instanceof TooManyOutcomes)) throw error;
    reportUnsealed(parts, FORWARDABLE_CALLS_PATH, 'the calls that playgrounds may make depend on too many groups.');
  }
  const { specs, choices } = seal;
  if (specs === undefined) return [];
  const sealed: SealedFile[] = [];
  for (const path of specs.servedFiles(parts.plan.isIgnored)) {
    try {
      const file = sealSpecFile(
        path,
        (meets) => specs.file(path, meets),
        choices,
        (questions) =>
          reportUnsealed(
            parts,
            path,
            `it has parts for ${countOf(questions, 'list')} of groups, which depend on each other.`,
          ),
      );
      if (file === undefined) continue;
      await files.writeSealed(file);
      if (file.when !== undefined && !publicFiles.has(path)) sealed.push(file);
    } catch (error) {
      const isKnown =
        error instanceof TooManyOutcomes || error instanceof MismatchedMarks || error instanceof FileNotSealed;
      if (!isKnown) throw error;
      reportUnsealed(parts, path, error.message);
    }
  }
  return sealed;
}

function reportUnsealed({ log }: BuildParts, path: string, reason: string): void {
  log.add({
    path,
    severity: 'warning',
    code: 'unsealed-page',
    message: `Readers with access see less of the file ${path} than they are allowed to: ${reason}`,
    fix: 'Use fewer combinations of groups in the specification, or divide it into several.',
  });
}

async function sealCalls({ seal, pages, files }: SealSpecsRequest): Promise<void> {
  const calls = new SealedCalls();
  for (const { when, effects } of pages.flatMap(withVariants))
    for (const call of effects.flatMap((one) => one.calls)) calls.add(call, when);
  const list = calls.file(seal.choices);
  if (list !== undefined)
    await files.write(list.path, orElse(list.when, list.text, [{ when: undefined, value: undefined }]));
}
