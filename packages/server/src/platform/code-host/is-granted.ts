import { CodeHostError, type CodeHostErrorCode, isCodeHostError } from './errors.ts';

const REFUSALS: readonly CodeHostErrorCode[] = ['invalid-request', 'forbidden'];

/**
 * Whether the host granted a wish (a label, a reviewer). Asking for it twice changes nothing, so here an unknown outcome
 * is only a try that failed. `alsoRefusal`: a code that means a refusal in this place.
 */
export async function isGranted(call: Promise<unknown>, alsoRefusal?: CodeHostErrorCode): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isCodeHostError(error) && (REFUSALS.includes(error.code) || error.code === alsoRefusal)) return false;
    if (!isCodeHostError(error, 'outcome-unknown')) throw error;
    throw new CodeHostError('unavailable', error.message, { cause: error });
  }
}
