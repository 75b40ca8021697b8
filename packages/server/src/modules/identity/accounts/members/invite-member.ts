import { idPrefixes, type CreateInvitationBody } from '@docwright/contract';
import type { Principal } from '../../../../platform/http/index.ts';
import { newId } from '../../../../platform/ids/index.ts';
import { recordAuditEvent } from '../../../foundation/audit-log/index.ts';
import { findOrganizationName, lockOrganization } from '../../organizations/index.ts';
import type { AccountContext } from '../context.ts';
import { requireEmail } from '../email/email.ts';
import { alreadyMember, invitationLimitReached, invitationNotFound } from '../errors.ts';
import { countInvitations, deleteInvitation, lockInvitationTo, upsertInvitation } from '../link-store.ts';
import { hashLinkToken, newLinkToken } from '../links/link-token.ts';
import { invitationMail } from '../email/mails.ts';
import { isMemberAddress } from '../member-store.ts';
import { requireRole } from '../roles.ts';
import { invitationSeconds, maxInvitations } from '../settings.ts';
import type { InvitationRow } from '../tables.ts';

export interface CreatedInvitation {
  readonly row: InvitationRow;
  readonly acceptUrl: string;
  readonly mailSent: boolean;
}

/** @throws ApiError already_member, insufficient_scope, invalid_request, invitation_limit_reached */
export async function inviteMember(
  context: AccountContext,
  principal: Principal,
  body: CreateInvitationBody,
): Promise<CreatedInvitation> {
  const { organizationId } = principal;
  const email = requireEmail(body.email);
  const event = { action: 'invitation.created', target: { kind: 'invitation', id: null, name: email } };
  requireRole(principal, body.role, event);
  const token = newLinkToken();
  // A separate link for the email. Its use proves access to the mailbox, which the inviter may not have.
  const mailed = context.mailer === undefined || body.sendMail === false ? undefined : newLinkToken();
  const row = await context.database.kysely.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    if (await isMemberAddress(tx, organizationId, email)) throw alreadyMember(email);
    const open = await lockInvitationTo(tx, organizationId, email);
    // The new link replaces the old one, so the caller also needs the permissions of the old invitation's role.
    if (open !== undefined) requireRole(principal, open.role, event);
    else if ((await countInvitations(tx, organizationId)) >= maxInvitations)
      throw invitationLimitReached(maxInvitations);
    const made = await upsertInvitation(tx, {
      id: newId(idPrefixes.invitation),
      organization_id: organizationId,
      email,
      role: body.role,
      token_sha256: hashLinkToken(token),
      mailed_token_sha256: mailed === undefined ? null : hashLinkToken(mailed),
      invited_by: principal.actor.id,
      seconds: invitationSeconds,
    });
    await recordAuditEvent(tx, principal, {
      ...event,
      target: { ...event.target, id: made.id },
      details: { role: body.role },
    });
    return made;
  });
  const mailSent = mailed !== undefined && (await sendInvitation(context, row, toAcceptUrl(context, mailed)));
  return { row, acceptUrl: toAcceptUrl(context, token), mailSent };
}

const toAcceptUrl = ({ settings }: AccountContext, token: string): string =>
  `${settings.baseUrl}/dashboard/accept?token=${encodeURIComponent(token)}`;

/**
 * Emails the link. An unavailable mail server doesn't make the invitation fail, because the response contains the link.
 */
async function sendInvitation(context: AccountContext, row: InvitationRow, link: string): Promise<boolean> {
  const { mailer, log, database } = context;
  if (mailer === undefined) return false;
  const organization = await findOrganizationName(database.kysely, row.organization_id);
  try {
    await mailer.send(invitationMail({ to: row.email, organization, role: row.role, link }));
    return true;
  } catch (error) {
    log.error({ err: error }, 'an invitation could not be sent');
    return false;
  }
}

/** @throws ApiError not_found */
export async function revokeInvitation(context: AccountContext, principal: Principal, id: string): Promise<void> {
  await context.database.kysely.transaction().execute(async (tx) => {
    const row = await deleteInvitation(tx, principal.organizationId, id);
    if (row === undefined) throw invitationNotFound(id);
    const event = { action: 'invitation.revoked', target: { kind: 'invitation', id, name: row.email } };
    requireRole(principal, row.role, event);
    await recordAuditEvent(tx, principal, event);
  });
}
