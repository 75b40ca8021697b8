import { CodeHostError, type CodeHostErrorCode, isCodeHostError } from './errors.ts';

const REFUSALS: readonly CodeHostErrorCode[] = ['invalid-request', 'forbidden'];

/**
 * Whether the host granted an optional request (a label, a reviewer). Repeating it has no effect, so an unknown outcome
 * is treated as a failed attempt. `alsoRefusal` is a code that means a refusal here.
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
