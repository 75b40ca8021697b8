import type { Client } from '@docwright/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { countOf } from '../../count-of.ts';

type Checks = Awaited<ReturnType<Client['getSearchChecks']>>;
type Questions = Checks['questions'];
type Comparison = Awaited<ReturnType<Client['getSearchComparison']>>;

interface SetOptions extends ProjectOption {
  readonly question: Questions;
}

export function addSearchCheckCommands(program: Command, bind: Bind): void {
  const checks = program
    .command('search-checks')
    .description('Golden questions, which compare search in previews with search on the live site.');
  checks
    .command('list')
    .description('List golden questions.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(list));
  checks
    .command('set')
    .description('Set golden questions. Replaces all existing questions.')
    .addOption(projectOption())
    .addOption(
      new Option('--question <query=path>', 'such as "rate limit=/guides/limits"; repeatable')
        .argParser<Questions | undefined>((text, before) => [...(before ?? []), parseQuestion(text)])
        .makeOptionMandatory(),
    )
    .action(bind<SetOptions>((call) => save(call, call.options.question)));
  checks
    .command('clear')
    .description('Remove all golden questions.')
    .addOption(projectOption())
    .action(bind<ProjectOption>((call) => save(call, [])));
  checks
    .command('compare')
    .argument('<deployment>', 'deployment of a preview')
    .description('Show which searches improve or get worse in a preview, compared with the live site.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(compare));
}

async function list(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  return show(await client.getSearchChecks({ projectId }));
}

async function save(call: Invocation<ProjectOption>, questions: Questions): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  return show(await client.setSearchChecks({ projectId, questions }));
}

/** Splits at the last `=/`, because a query can contain an equals sign. */
function parseQuestion(text: string): Questions[number] {
  const at = text.lastIndexOf('=/');
  if (at < 1) throw new InvalidArgumentError('Use the form QUERY=PATH, with a path that begins with /.');
  return { query: text.slice(0, at), path: text.slice(at + 1) };
}

const show = (checks: Checks): CommandResult => ({
  json: checks,
  text:
    checks.questions.length === 0
      ? 'No golden questions.'
      : formatTable(
          ['query', 'page'],
          checks.questions.map(({ query, path }) => [query, path]),
        ),
});

async function compare(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const comparison = await client.getSearchComparison({ projectId, deploymentId: call.argument(0) });
  return { json: comparison, text: describe(comparison) };
}

function describe({ comparedWith, queries, complete, changes }: Comparison): string {
  if (comparedWith === null) return 'Nothing was compared.';
  const count = `${countOf(queries, 'query', 'queries')} compared${complete ? '' : '; time ran out before all were compared'}.`;
  if (changes.length === 0) return `${count} All results are unchanged.`;
  const rows = changes.map(({ verdict, query, before, after, answeredBefore, answeredAfter, path }) => [
    verdict,
    query,
    `${toPlace(before)} → ${toPlace(after)}`,
    answeredBefore === answeredAfter ? '' : answeredAfter === true ? 'answered now' : 'no longer answered',
    path,
  ]);
  return `${count}\n${formatTable(['result', 'query', 'place', 'answer', 'page'], rows)}`;
}

const toPlace = (place: number | null): string => (place === null ? 'not found' : String(place));
