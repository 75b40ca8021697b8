import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectNotes, findNoteFault, needsNote, writeReleaseNotes } from './changes.ts';

const changelog = `# Changelog

## [Unreleased]

Newer ones are in changes/.

### Added

- First.

### Fixed

- A fix
  of two lines.

### Added

- Second.

## [0.1.0] - 2026-01-01

### Added

- Everything.
`;

test('a release contains the entries of Unreleased and every note, by kind, and leaves Unreleased empty', () => {
  const notes = [
    { name: 'b.fixed.md', text: 'Two\nlines.\n' },
    { name: 'c.security.md', text: 'Safe.' },
    { name: 'd.added.md', text: 'Third.\n' },
  ];
  assert.equal(
    collectNotes(changelog, notes, '0.2.0 2026-02-03'),
    `# Changelog

## [Unreleased]

Newer ones are in changes/.

## [0.2.0] - 2026-02-03

### Added

- First.
- Second.
- Third.

### Fixed

- A fix
  of two lines.
- Two
  lines.

### Security

- Safe.

## [0.1.0] - 2026-01-01

### Added

- Everything.
`,
  );
});

test('the changelog may have no release yet, and a list of an unknown kind is rejected', () => {
  const first = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One.\n';
  assert.equal(
    collectNotes(first, [], '0.1.0 2026-01-01'),
    '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n### Added\n\n- One.\n',
  );
  assert.throws(() => collectNotes(first.replace('Added', 'New'), [], '0.1.0 2026-01-01'), /"### New"/);
  assert.throws(() => collectNotes('# Changelog\n', [], '0.1.0 2026-01-01'), /Unreleased/);
});

test('a note must have a kind in its name and plain sentences as its text', () => {
  assert.equal(findNoteFault({ name: 'a-note.added.md', text: 'Text with `- code`.\n' }), undefined);
  for (const name of ['a.md', 'a.new.md', 'A b.added.md', 'a.added.txt', 'x/a.added.md'])
    assert.match(findNoteFault({ name, text: 'Text.' }) ?? '', /NAME\.KIND\.md.*added, changed/, name);
  for (const text of ['', ' \n', '- A list', '# Added\n\nText'])
    assert.ok(findNoteFault({ name: 'a.added.md', text }), text);
});

describe('the check for a missing note', () => {
  const cases: readonly (readonly [why: string, messages: string[], paths: string[], lacks: boolean])[] = [
    ['finds a feature without a note', ['feat(api): x\n\nWhy.'], ['src/a.ts'], true],
    ['accepts a feature with a note', ['feat: x'], ['changes/x.added.md'], false],
    ['accepts a feature in CHANGELOG.md', ['feat: x'], ['CHANGELOG.md'], false],
    [
      'accepts a feature with "Changelog: none", which users do not notice yet',
      ['feat: x\n\nWhy.\n\nChangelog: none'],
      ['src/a.ts'],
      false,
    ],
    [
      'accepts fixes without a note, because they often concern unreleased changes',
      ['fix: x', 'perf: y'],
      ['src/a.ts'],
      false,
    ],
    ['finds a feature that changes only the page about notes', ['feat: x'], ['changes/README.md'], true],
    ['accepts an empty list of commits', [], [], false],
  ];
  for (const [why, messages, paths, lacks] of cases) test(why, () => assert.equal(needsNote(messages, paths), lacks));
});

test('release notes consist of the version’s section and the changes after it', () => {
  const released =
    '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-02\n\n### Added\n\n- Two.\n\n## [1.0.0] - 2026-01-01\n\n- One.\n';
  assert.equal(writeReleaseNotes(released, [], '1.1.0'), '# Docwright 1.1.0 2026-02-02\n\n### Added\n\n- Two.\n');
  assert.equal(writeReleaseNotes(released, [], '1.0.0'), '# Docwright 1.0.0 2026-01-01\n\n- One.\n');
  assert.equal(
    writeReleaseNotes(released, [{ name: 'a.fixed.md', text: 'Three.\n' }], '1.0.0'),
    '# Docwright 1.0.0 2026-01-01\n\n- One.\n\n## Changes after 1.0.0\n\n### Fixed\n\n- Three.\n',
  );
  assert.throws(() => writeReleaseNotes(released, [], '2.0.0'), /no section for 2\.0\.0/);
});
