import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withFullDisk } from '../../../testing/full-disk.ts';
import { docsJson, page } from '../drafts/testing/open-drafts.ts';
import { openTexts, type TestProcess, type TestTexts } from './testing/open-texts.ts';

let texts: TestTexts;
let service: TestProcess;
before(async () => {
  texts = await openTexts({ 'docs.json': docsJson, 'one.mdx': page('One.'), 'two.mdx': page('Two.') });
  service = await texts.start({ retryAfterMs: 20 });
});
after(() => texts?.close());

const onFullDisk = <T>(tables: readonly string[], work: () => Promise<T>): Promise<T> =>
  withFullDisk(texts.drafts.service.database.pool, tables, work);
const content = async (path: string): Promise<string> => (await texts.drafts.read(path)).json.content;

test('an update that can’t be stored isn’t acknowledged, the reason names the remedy, and the editor sends it again', async () => {
  const ada = await texts.open(service, { path: 'one.mdx' });
  ada.type(ada.text.length, 0, 'before\n');
  await ada.saved();
  const stored = () => ada.messages.filter(({ type }) => type === 'stored').length;
  const before = stored();
  await onFullDisk(['shared_text_updates'], async () => {
    ada.type(ada.text.length, 0, 'typed on a full disk\n');
    const { code, reason } = await ada.refused();
    assert.equal(code, 4500);
    assert.match(reason, /disk is full.*operator has freed space\.$/);
    assert.equal(stored(), before);
  });
  ada.type(ada.text.length, 0, 'typed offline\n');
  await ada.connect();
  await ada.saved();
  const expected = page('One.').concat('before\ntyped on a full disk\ntyped offline\n');
  assert.equal(ada.text, expected);
  assert.equal(await content('one.mdx'), expected);
});

for (const table of ['draft_files', 'draft_revisions', 'shared_texts'])
  test(`acknowledged text that the draft can’t store in ${table} is kept, and saved when there is space`, async () => {
    const ada = await texts.open(service, { path: 'two.mdx' });
    // The replaced text becomes a revision.
    ada.type(ada.text.length, 0, `first in ${table}\n`);
    await ada.saved();
    // The request writes the text into the draft first. A message about a save can be about the previous table's text.
    assert.match(await content('two.mdx'), new RegExp(`first in ${table}\n$`));
    await texts.drafts.service.database.pool.query(
      `update draft_files set updated_at = updated_at - interval '1 hour', updated_by = 'Other'`,
    );
    await onFullDisk([table], async () => {
      ada.type(ada.text.length, 0, `second in ${table}\n`);
      await ada.until(() => ada.messages.some(({ type }) => type === 'failed') || ada.closed !== undefined);
    });
    const reason = ada.closed?.reason;
    if (reason !== undefined) await ada.connect();
    await ada.saved();
    assert.match(await content('two.mdx'), new RegExp(`first in ${table}\nsecond in ${table}\n$`));
    const failed = ada.messages.find((message) => message.type === 'failed');
    assert.match(failed?.message ?? reason ?? '', /disk is full.*operator has freed space\.$/);
    await ada.close();
  });
