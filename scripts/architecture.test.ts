import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { serverAreas } from './import-rules.ts';

const root = dirname(import.meta.dirname);
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

for (const area of serverAreas) {
  test(`ARCHITECTURE.md lists every module of ${area}`, () => {
    const listed = new RegExp(`^ +${area}/ +(.+)$`, 'm').exec(architecture)?.[1]?.split(' ') ?? [];
    const present = readdirSync(join(root, 'packages/server/src/modules', area));
    assert.deepEqual(listed.toSorted(), present.toSorted());
  });
}

test('ARCHITECTURE.md lists the areas in the order of their imports', () => {
  const positions = serverAreas.map((area) => architecture.search(new RegExp(`^ +${area}/ `, 'm')));
  assert.ok(positions.every((position) => position > 0));
  assert.deepEqual(
    positions,
    positions.toSorted((one, other) => one - other),
  );
});
