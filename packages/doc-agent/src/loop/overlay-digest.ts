import { createHash } from 'node:crypto';
import { serializeOverlay } from '../overlay/overlay.ts';
import type { Overlay } from '../ports.ts';

export function digestOverlay(overlay: Overlay): string {
  return createHash('sha256').update(serializeOverlay(overlay)).digest('hex');
}
