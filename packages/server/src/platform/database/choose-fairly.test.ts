import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chooseFairly, type DueRow, type ListDue } from './choose-fairly.ts';

const rowsOf = (organizations: readonly string[]): readonly DueRow[] =>
  organizations.map((organization_id, index) => ({ id: String(index), organization_id }));
const listOf =
  (rows: readonly DueRow[]): ListDue<DueRow> =>
  async ({ limit, without }) =>
    rows.filter(({ organization_id: organization }) => !without.includes(organization)).slice(0, limit);

describe('a round of due work', () => {
  test('includes a newcomer’s row, even if another organization has a thousand older rows', async () => {
    const rows = rowsOf([...Array.from({ length: 1_000 }, () => 'noisy'), 'quiet']);
    const chosen = await chooseFairly(listOf(rows), { limit: 20, perOrganization: 5 });
    assert.deepEqual(
      chosen.map(({ id }) => id),
      ['0', '1', '2', '3', '4', '1000'],
    );
  });

  test('includes as many rows as the shares allow, each once, and never exceeds an organization’s share', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 6 }),
        async (organizations, limit, perOrganization) => {
          const rows = rowsOf(organizations);
          const chosen = await chooseFairly(listOf(rows), { limit, perOrganization });
          const counts = Map.groupBy(chosen, ({ organization_id: organization }) => organization);
          for (const ofOne of counts.values()) assert.ok(ofOne.length <= perOrganization);
          const due = Map.groupBy(rows, ({ organization_id: organization }) => organization);
          const allowed = [...due.values()].reduce((sum, { length }) => sum + Math.min(length, perOrganization), 0);
          assert.equal(new Set(chosen).size, Math.min(limit, allowed));
        },
      ),
    ));
});
