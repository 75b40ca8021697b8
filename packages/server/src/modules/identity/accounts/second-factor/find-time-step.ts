import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Duration of a time step. The parameters of RFC 6238 are those that all authenticator apps support: SHA-1, 30 s, six
 * digits. A code may be one step early or late.
 */
const stepMs = 30_000;
const tolerance = 1;

/** Returns a code's time step; `undefined` if the code is wrong, too old or too new. */
export function findTimeStep(key: Buffer, code: string, nowMs: number): number | undefined {
  const received = Buffer.from(code);
  const now = Math.floor(nowMs / stepMs);
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, index) => now - tolerance + index);
  // Compares all steps, so that the duration reveals nothing.
  const matching = steps.filter((step) => {
    const expected = Buffer.from(toCode(key, step));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  return matching.at(-1);
}

/** Computes the code of a time step (RFC 4226, 5.3). */
function toCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
