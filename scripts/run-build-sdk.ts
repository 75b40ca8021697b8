import { dirname, join } from 'node:path';
import { buildSdk } from './build-sdk.ts';

const out = join(dirname(import.meta.dirname), 'packages/sdk/dist');
buildSdk(out);
console.log(`built ${out}`);
