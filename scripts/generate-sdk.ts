import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateSdk } from './sdk-source.ts';

for (const [name, text] of Object.entries(generateSdk())) {
  writeFileSync(join(dirname(import.meta.dirname), 'packages/sdk/src', name), text);
}
