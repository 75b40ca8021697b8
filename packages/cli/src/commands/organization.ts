import type { Organization } from '@docwright/sdk';
import { Argument, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatFields } from '../output/table.ts';

const plans = ['free', 'pro', 'enterprise'] as const;

export function addOrganizationCommands(program: Command, bind: Bind): void {
  const org = program.command('org').description('The organization of the key.');
  org
    .command('get')
    .description('Show it.')
    .action(bind(async (call) => show(await call.client().getOrganization())));
  org
    .command('set-plan')
    .addArgument(new Argument('<plan>', 'static export needs enterprise').choices(plans))
    .description('Change its plan.')
    .action(bind(setPlan));
  org
    .command('rename')
    .argument('<name>', 'new name')
    .description('Change its name.')
    .action(bind(async (call) => show(await call.client().updateOrganization({ name: call.argument(0) }))));
}

async function setPlan(call: Invocation<unknown>): Promise<CommandResult> {
  const plan = plans.find((name) => name === call.argument(0));
  return show(await call.client().updateOrganization({ plan }));
}

function show(organization: Organization): CommandResult {
  const { id, name, plan, createdAt } = organization;
  const text = formatFields([
    ['Organization', id],
    ['Name', name],
    ['Plan', plan],
    ['Created', createdAt],
  ]);
  return { json: organization, text };
}
