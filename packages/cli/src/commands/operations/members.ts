import type { Member } from '@docwright/sdk';
import { Argument, Option, type Command } from 'commander';
import { requireOwnDataFolder } from '../../connection/find-data-folder.ts';
import { readSavedConnection } from '../../connection/saved-connection.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';

const roles = ['owner', 'admin', 'editor', 'viewer'] as const;

interface SetupLinkOptions extends SettingOptions {
  readonly email?: string;
  readonly organization?: string;
}
interface InviteOptions {
  readonly role: Member['role'];
  readonly mail: boolean;
}

interface GroupOptions {
  readonly group?: string[];
}

export function addMemberCommands(program: Command, bind: Bind): void {
  withSettingOptions(program.command('setup-link'))
    .description('Create a link to set up the first owner, or to let a locked-out member set a new password.')
    .option('--email <address>', 'address of the locked-out member; default: set up the first owner')
    .option('--organization <id>', 'ID or slug; default: the operator’s organization')
    .addHelpText('after', '\nRun it on the server. The link works once, for 24 hours, and replaces an earlier link.')
    .action(bind<SetupLinkOptions>(makeSetupLink));
  const members = program.command('members').description('Members of the organization.');
  members.command('list').description('List members.').action(bind(listMembers));
  members
    .command('invite')
    .argument('<email>', 'address')
    .description('Create an invitation, and send it if email is configured.')
    .addOption(new Option('--role <role>', 'role of the person').choices(roles).default('viewer'))
    .option('--no-mail', 'print the link without sending it')
    .action(bind<InviteOptions>(inviteMember));
  members.command('invitations').description('List open invitations.').action(bind(listInvitations));
  members
    .command('withdraw')
    .argument('<id>', 'invitation')
    .description('Withdraw an open invitation.')
    .action(bind(withdrawInvitation));
  members
    .command('set-role')
    .argument('<id>', 'user')
    .addArgument(new Argument('<role>', 'role of the person').choices(roles))
    .description('Change a member’s role.')
    .action(bind(setRole));
  members
    .command('set-groups')
    .argument('<id>', 'user')
    .description('Replace a member’s reader groups, for sites with the access mode members.')
    .option('--group <name...>', 'reader groups; omitted: none')
    .action(bind<GroupOptions>(setGroups));
  members.command('remove').argument('<id>', 'user').description('Remove a member.').action(bind(removeMember));
}

async function makeSetupLink(call: Invocation<SetupLinkOptions>): Promise<CommandResult> {
  const { createLogger, createOwnerLink, loadSettings } = await import('@docwright/server');
  const log = createLogger({ level: 'warn', destination: call.context.stderr });
  const settings = loadSettings(toSettingsRequest(call));
  const { email, organization, dataDir } = call.options;
  const baseUrl = readSavedConnection(requireOwnDataFolder(call.context, dataDir))?.baseUrl;
  const made = await createOwnerLink(settings, log, { email, baseUrl, organization });
  return { json: made, text: `${made.setupUrl}\n\nIt works once, until ${made.expiresAt}.` };
}

async function listMembers(call: Invocation<unknown>): Promise<CommandResult> {
  const client = call.client();
  const members: Member[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listMembers({ limit: 100, cursor });
    members.push(...page.members);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const rows = members.map((member) => [
    member.userId,
    member.email,
    member.role,
    member.readerGroups.join(', '),
    member.twoFactorEnabled ? 'yes' : 'no',
    member.lastSeenAt ?? 'not signed in',
  ]);
  return {
    json: { members },
    text: formatTable(['id', 'email', 'role', 'reader groups', 'second factor', 'last seen'], rows),
  };
}

async function inviteMember(call: Invocation<InviteOptions>): Promise<CommandResult> {
  const { role, mail } = call.options;
  const made = await call.client().createInvitation({ email: call.argument(0), role, sendMail: mail });
  const text = formatFields([
    ['Link', made.acceptUrl],
    ['ID', made.id],
    ['Role', made.role],
    ['Sent', made.mailSent ? 'yes' : 'no'],
    ['Expires', made.expiresAt],
  ]);
  return { json: made, text: `${text}\n\nThe link is not shown again.` };
}

async function listInvitations(call: Invocation<unknown>): Promise<CommandResult> {
  const { invitations } = await call.client().listInvitations();
  const rows = invitations.map(({ id, email, role, expiresAt }) => [id, email, role, expiresAt]);
  return { json: { invitations }, text: formatTable(['id', 'email', 'role', 'expires'], rows) };
}

async function withdrawInvitation(call: Invocation<unknown>): Promise<CommandResult> {
  const invitationId = call.argument(0);
  await call.client().revokeInvitation({ invitationId });
  return { json: { invitationId }, text: `Withdrew ${invitationId}.` };
}

async function setRole(call: Invocation<unknown>): Promise<CommandResult> {
  const role = roles.find((name) => name === call.argument(1)) ?? 'viewer';
  const member = await call.client().updateMember({ userId: call.argument(0), role });
  return { json: member, text: `${member.email} now has the role ${member.role}.` };
}

async function setGroups(call: Invocation<GroupOptions>): Promise<CommandResult> {
  const { group: groups = [] } = call.options;
  const member = await call.client().updateMember({ userId: call.argument(0), readerGroups: groups });
  const { email, readerGroups } = member;
  const text = readerGroups.length === 0 ? 'has no reader groups' : `has the reader groups ${readerGroups.join(', ')}`;
  return { json: member, text: `${email} now ${text}.` };
}

async function removeMember(call: Invocation<unknown>): Promise<CommandResult> {
  const userId = call.argument(0);
  await call.client().removeMember({ userId });
  return { json: { userId }, text: `Removed ${userId}.` };
}
