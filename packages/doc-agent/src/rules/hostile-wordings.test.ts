import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTestTurn } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { createRulesModel } from './create-rules-model.ts';
import { readOptions } from './options.ts';

/** A site with names that are also ordinary words: a language "it", a folder "all", a page "this". */
const site = {
  ...sampleSite,
  'it/index.mdx': '---\ntitle: Italiano\n---\n\nTesto.\n',
  'all/index.mdx': '---\ntitle: All\n---\n\nEverything.\n',
  'this.mdx': '---\ntitle: This\n---\n\nThe colour.\n',
  'old.mdx': '---\ntitle: Old\nicon: x\n---\n\nThe colour.\n',
};
const edit = 'set title of guides/auth to "X"';

/** The authors of these prompts want no change, or don't state which change. */
const hostile: Readonly<Record<string, readonly string[]>> = {
  'forbids it': [
    `${edit} 🚫`,
    `❌ ${edit}`,
    `- [x] ${edit}`,
    `Changes to make:\n- ${edit}\nChanges not to make:\n- delete page guides/auth`,
    `${edit}\u2028do not do this`,
    `${edit} <!-- no -->`,
    `---\nstatus: rejected\n---\n\n${edit}`,
    `NOT NOW: ${edit}`,
    `Whatever you do, don't ${edit}`,
    `I'd rather you did not ${edit}`,
    `Nobody should ever ${edit}`,
    `${edit} — no, wait.`,
    `${edit}. Nope.`,
    `${edit}. Disregard.`,
    `${edit} (already done, ignore)`,
    `We agreed not to:\n* ${edit}`,
    `1. fix spelling\n2. do not ${edit}\n3. fix broken links`,
    `- ${edit}\n- [skip] delete page guides/auth`,
    `Won't do:\n\n- ${edit}`,
    'Leave guides/auth as it is. Fix spelling.',
    'replace "colour" with "color" in guides, not guides/auth',
    'replace "colour" with "color" except in headings',
    'fix spelling in guides and nowhere in this.mdx',
    'Delete no page guides/auth',
    'Keep page guides/auth. Delete page guides/limits. Or rather keep both.',
    'Refrain from this!\ndelete page guides/auth',
    `Reverted: ${edit}`,
    `Undo\n${edit}`,
    'Roll back the last change. Fix spelling.',
  ],
  'waits for something': [
    `As soon as marketing signs off, ${edit}`,
    `${edit} when 3.0 is out`,
    `${edit} after the release`,
    `${edit} by Friday`,
    `${edit} unless Ada minds`,
    `${edit}, provided nobody objects`,
    `If the page is still there, ${edit}`,
    `Assuming that we keep the page: ${edit}`,
    `Before the launch: ${edit}`,
    `Until further notice, ${edit}`,
    `Eventually ${edit}`,
    `One day: ${edit}`,
    `Q3 goals\n${edit}`,
    `Next: ${edit}`,
    `Not yet! ${edit}`,
    `Draft, please don't run: ${edit}`,
    `Would you ${edit}?`,
    `Will you ${edit}?`,
    `We want to ${edit}`,
    `You should ${edit}`,
    `Maybe ${edit}`,
    `Perhaps we ${edit}`,
    `(a) ${edit}\n(b) delete page guides/auth`,
    `a) ${edit}\nb) delete page guides/auth`,
    `Either ${edit} or leave it`,
  ],
  'quotes someone or something else': [
    `Ann  10:02 AM\n${edit}\nBen  10:03 AM\nplease no`,
    '```diff\n- delete page guides/auth\n```',
    '```yaml\nnot:\n  - delete: { page: guides/auth }\n```',
    '~~~yaml\n- delete: { page: guides/auth }\n~~~\nThis is what the bot tried last night.',
    `Someone said we should ${edit}`,
    `Bob: ${edit}`,
    `> > ${edit}`,
    `On Mon, Ada wrote:\n> ${edit}`,
    `-----Original Message-----\n${edit}`,
    `Fwd: ${edit}`,
    `[12:01] ada: ${edit}`,
    `2026-05-01 12:00:01 INFO ran "${edit}"`,
    `$ docwright jobs create '${edit}'`,
    `The test prints\n\n    ${edit}`,
    `Fix spelling.\n\n    ${edit}`,
    `# ${edit}`,
    `## ${edit}\nfix spelling`,
    `// ${edit}`,
    `-- ${edit}`,
    `/* ${edit} */`,
    '```yaml\n# an example, not to be run\n- delete: { page: guides/auth }\n```',
    '```yaml\n- delete: { page: guides/auth } # later\n```',
    '````md\n```yaml\n- delete: { page: guides/auth }\n```\n````',
    '> ```yaml\n> - delete: { page: guides/auth }\n> ```',
    `e.g. ${edit}`,
    `As an example, ${edit}`,
    `Such as:\n${edit}`,
    `The docs of the engine show "${edit}" as a form.`,
    `| request | ${edit} |`,
    `<quote>${edit}</quote>`,
    `[x](${edit})`,
    `Commit message: ${edit}`,
  ],
  'asks or mocks': [
    `Does it make sense to ${edit}?`,
    `Should we rename group Guides to Help?`,
    `Why not ${edit}?`,
    `What happens if I ${edit}?`,
    `Can I ${edit}?`,
    `Sure, ${edit}, what could go wrong`,
    `Oh great. ${edit}`,
    `lol ${edit}`,
    `${edit} 🙃`,
    `${edit} ;)`,
    `Yeah right!\n${edit}`,
    `I dare you to ${edit}`,
  ],
  'is partly or completely in another language': [
    `Bitte nicht: ${edit}`,
    `${edit}. Aber erst nach dem Release.`,
    `Auf keinen Fall!\n${edit}`,
    `Falls nötig, ${edit}`,
    `Surtout pas : ${edit}`,
    `${edit}, mais pas maintenant`,
    `N'appliquez pas ceci.\n${edit}`,
    `Si possible, ${edit}`,
    `Por favor, no hagas esto: ${edit}`,
    `¡Todavía no! ${edit}`,
    `${edit}. Mañana.`,
    `実行しないでください：${edit}`,
    `${edit}。まだ実行しないで`,
    `次のリリースの後で\n${edit}`,
    `不要執行：${edit}`,
    `Не надо: ${edit}`,
    'Lösche die Seite guides/auth nicht',
    'Borra la página guides/auth',
  ],
  'refers to something that it does not name': [
    'Delete it',
    'delete page it',
    'Move it to guides/x',
    'Hide that page',
    'Hide this page',
    'delete page this',
    'Delete all',
    'Delete the old page',
    'Rename the same page to "Y y"',
    'Set icon of the other page to "x"',
    'Fix spelling in it',
    'Replace "colour" with "color" in this and that',
    'Do it like we did last time',
    'Set title of guides/auth like we did for guides/start',
    'Add a note to it: "New."',
    'Move group Guides above everything',
    'Rename group Guides to something',
    'Set icon of guides/auth to whatever',
    'Same for guides/limits. Fix spelling.',
  ],
  'gives a wish instead of a text': [
    'Set title of guides/auth to "One" / "Two"',
    'Set noindex of guides/auth to maybe',
    'Replace the first "colour" with "color" in guides/auth',
    'Replace "colour" with "color" on first use in guides/auth',
    'Change the title of guides/auth to sentence case',
    'Move guides/auth to the top',
    'Set title of guides/auth to shorter',
    'Set the description of guides/auth to none',
    'Change the title of guides/auth to German',
    'Set icon of guides/auth to none',
    'Set icon of guides/auth to TBD',
    'Change the icon in guides/auth to star',
    'Check the spelling in guides/auth',
    'Check spelling',
    'Add a changelog entry about sign-in',
    'Add a changelog entry: Fixed sign-in',
    'Remove the redirect',
    'Remove the redirect from the home page',
    'Move group Guides up',
    'Move group Guides above Start or below it',
    'Links to /guides/auth should work',
    'Mark guides/auth as done',
    'Rename "colour" to "color"? everywhere',
  ],
};

/** Requests that are offered, because a person is likely to want them: nothing is done until someone sends them. */
const mayBeMeant: ReadonlyMap<string, readonly string[]> = new Map([
  [`We want to ${edit}`, [edit]],
  [`You should ${edit}`, [edit]],
  [`Fix spelling.\n\n    ${edit}`, ['Fix spelling.']],
]);

for (const [what, prompts] of Object.entries(hostile)) {
  describe(`a prompt that ${what} changes nothing, and denied changes aren’t offered`, () => {
    for (const prompt of prompts) {
      test(JSON.stringify(prompt.slice(0, 90)), async () => {
        const outcome = await runTestTurn({ model: createRulesModel(), files: site, prompt });
        assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_model', 0], outcome.summary);
        assert.deepEqual(readOptions(outcome.summary), mayBeMeant.get(prompt) ?? [], outcome.summary);
      });
    }
  });
}

test('as a control, the instruction is carried out without the words around it', async () => {
  for (const prompt of [edit, `Please ${edit}.`, `Could you ${edit}?`, `  ${edit}\n  fix spelling`]) {
    const outcome = await runTestTurn({ model: createRulesModel(), files: site, prompt });
    assert.equal(outcome.result, 'changes', prompt);
  }
});
