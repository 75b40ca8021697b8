import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openPackedIcons, packedFile, packIcons } from './packed-icons.ts';
import { iconFolder, libraryFolders } from './read-library-icon.ts';

describe('packed icons', () => {
  for (const library of libraryFolders)
    test(`of ${library} match a sample of the installed package`, (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'docwright-icons-'));
      context.after(() => rmSync(folder, { recursive: true }));
      const installed = iconFolder(library);
      writeFileSync(join(folder, packedFile(library)), packIcons(installed));
      const icons = openPackedIcons(library, pathToFileURL(`${folder}/`));
      const files = readdirSync(installed);
      // Every twentieth, because there are 10,000 files; also the first and the last.
      for (const file of files.filter((_file, at) => at % 20 === 0 || at === files.length - 1))
        assert.equal(icons?.find(file.replace(/\.svg$/, '')), readFileSync(join(installed, file), 'utf8'), file);
      assert.equal(icons?.find('no-such-icon'), undefined);
      assert.equal(icons?.find('sta'), undefined);
    });

  test('don’t exist in a source tree', () => {
    assert.equal(openPackedIcons('lucide'), undefined);
  });
});
