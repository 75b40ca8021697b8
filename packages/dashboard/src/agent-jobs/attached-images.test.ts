import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeImages, toImageName } from './attached-images.ts';

const file = (name: string, size = 10, type = 'image/png') => ({ name, size, type });

test('valid files are attached, and each refused file is named with the reason', () => {
  const given = [
    file('a.png'),
    file('b.svg', 10, 'image/svg+xml'),
    file('c.png', 0),
    file('d.gif', 4_200_000, 'image/gif'),
  ];
  const { accepted, problems } = judgeImages([], given);
  assert.deepEqual(
    accepted.map(({ name }) => name),
    ['a.png'],
  );
  assert.deepEqual(problems, [
    '“b.svg” isn’t a PNG, JPEG, WebP or GIF image. Convert it to one of them.',
    '“c.png” is empty.',
    '“d.gif” is 4.2 MB. The limit is 3.5 MB: make the image smaller.',
  ]);
});

test('the limits on number and total size include images that are already attached', () => {
  const nine = Array.from({ length: 9 }, () => ({ size: 10 }));
  assert.match(
    judgeImages(nine, [file('10.png'), file('11.png')]).problems.join(),
    /^“11.png” wasn’t added: .* 10 images/,
  );
  const large = Array.from({ length: 4 }, () => ({ size: 3_500_000 }));
  assert.match(judgeImages(large, [file('e.png')]).problems.join(), /at most 14 MB in total/);
});

test('a name has no invisible characters, and a pasted image without a name receives a default name', () => {
  assert.equal(toImageName(file('a\u202e\0b.png')), 'ab.png');
  assert.equal(toImageName(file('\u200b', 1, 'image/webp')), 'image.webp');
  assert.equal(toImageName(file(`${'x'.repeat(300)}.png`)).length, 255);
  assert.equal(toImageName(file(`a${'😀'.repeat(130)}`)), '😀'.repeat(127));
});
