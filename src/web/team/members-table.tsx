import { Eye, KeyRound, LockKeyhole, UserCog, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { roleLabel } from '#core/team/describe-role.ts'
import { memberFields } from '#core/team/member-fields.ts'
import type { TeamMember } from '#core/team/team.ts'
import { leaveFor } from '#web/api/leave.ts'
import { useUser } from '#web/api/session.ts'
import { useStartViewAs } from '#web/api/view-as.ts'
import { type RowAction, RowActions } from '#web/records/rows/row-action.tsx'
import { useRowMenu } from '#web/records/rows/use-row-menu.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { describeSeen } from './describe-seen.ts'
import { MemberForm } from './member-form.tsx'
import { useRemoval } from './queries.ts'
import { PasswordLink } from './password-link.tsx'
import { RoleText, SmallText, TeamTable } from './team-table.tsx'

type OpenDialog = { dialog: 'role' | 'password' | 'two-step' | 'end'; member: TeamMember }

/** Every member with the role and when they were last active (SPEC C68). */
export function MembersTable({ members }: { members: TeamMember[] }) {
  const [opened, setOpened] = useState<OpenDialog>()
  const { openMenu, menu } = useRowMenu()
  const close = () => setOpened(undefined)
  const user = useUser()
  const startViewAs = useStartViewAs()
  const now = new Date()

  function listActions(member: TeamMember): RowAction[] {
    const { name } = member
    const isSelf = member.personId === user?.id
    return [
      {
        text: 'Change Role',
        label: `Change role of ${name}`,
        Icon: UserCog,
        onClick: () => setOpened({ dialog: 'role', member }),
      },
      ...(isSelf
        ? []
        : [
            {
              text: 'View As',
              label: `View as ${name}`,
              Icon: Eye,
              onClick: () => startViewAs({ memberId: member.id }),
            },
          ]),
      ...(isSelf
        ? []
        : [
            {
              text: 'Reset Password',
              label: `Reset password of ${name}`,
              Icon: LockKeyhole,
              menuOnly: true as const,
              onClick: () => setOpened({ dialog: 'password', member }),
            },
          ]),
      ...(member.twoStep && !isSelf
        ? [
            {
              text: 'Reset Two-Step Login',
              label: `Reset two-step login of ${name}`,
              Icon: KeyRound,
              wideOnly,
              onClick: () => setOpened({ dialog: 'two-step', member }),
            },
          ]
        : []),
      {
        text: isSelf ? 'Leave' : 'End Membership',
        label: isSelf ? 'Leave this account' : `End membership of ${name}`,
        Icon: UserRoundX,
        onClick: () => setOpened({ dialog: 'end', member }),
      },
    ]
  }

  return (
    <>
      <TeamTable
        caption="Members"
        rows={members}
        columns={[
          {
            title: 'Name',
            show: ({ name, email, personId }) => (
              <>
                <span className="font-medium wrap-anywhere">
                  {name}
                  {personId === user?.id && ' (you)'}
                </span>
                {name !== email && <SmallText>{email}</SmallText>}
              </>
            ),
          },
          { title: 'Role', show: RoleText },
          {
            title: 'Last Seen',
            show: ({ lastSeenAt, twoStep }) => (
              <>
                {describeSeen(lastSeenAt, now)}
                {twoStep && <SmallText>Two-step login</SmallText>}
              </>
            ),
          },
        ]}
        actions={(member) => (
          <RowActions actions={listActions(member)} name={member.name} onMenu={openMenu} />
        )}
      />
      {menu}
      {opened?.dialog === 'role' && <RoleDialog member={opened.member} onClose={close} />}
      {opened?.dialog === 'password' && <PasswordLink member={opened.member} onClose={close} />}
      {opened?.dialog === 'two-step' && <ResetTwoStep member={opened.member} onClose={close} />}
      {opened?.dialog === 'end' && <EndMembership member={opened.member} onClose={close} />}
    </>
  )
}

const wideOnly = true as const

type RoleDialogProps = { member: TeamMember; onClose: () => void }

/** Changes what a member may do. It applies from the member's next request on. */
function RoleDialog({ member, onClose }: RoleDialogProps) {
  const { represents, name } = member
  return (
    <MemberForm
      entity={{ name: 'team/members', singular: 'Member', fields: memberFields }}
      record={{ ...member, labels: { ownerId: represents, driverId: represents } }}
      labels={{
        title: `Role of ${name}`,
        description: 'The change applies from their next click.',
        save: 'Save',
        saved: 'Role changed',
        failed: 'Failed to change the role',
      }}
      onClose={onClose}
    />
  )
}

type ResetTwoStepProps = { member: TeamMember; onClose: () => void }

/** Turns off two-step login of a member who lost the phone and the recovery codes (SPEC C76). */
function ResetTwoStep({ member: { id, name }, onClose }: ResetTwoStepProps) {
  const removal = useRemoval({
    path: `members/${id}/two-step`,
    done: 'Two-step login reset',
    failed: 'Failed to reset two-step login',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={`Reset two-step login of ${name}?`}
      description="Make sure that the request really comes from them. They will be logged out, and need only their password to log in until they set it up again."
      confirm={removal.busy ? 'Resetting...' : 'Reset'}
      busy={removal.busy}
      onConfirm={() => removal.run()}
      onCancel={onClose}
    />
  )
}

type EndMembershipProps = { member: TeamMember; onClose: () => void }

/** Asks for confirmation, then ends a membership, which logs the member out immediately. */
function EndMembership({ member, onClose }: EndMembershipProps) {
  const { id, personId, name, role } = member
  const isSelf = personId === useUser()?.id
  const removal = useRemoval({
    path: `members/${id}`,
    done: 'Membership ended',
    failed: 'Failed to end the membership',
    onDone: onClose,
    ...(isSelf && { onRemoved: leaveFor('/') }),
  })
  return (
    <ConfirmDialog
      open
      title={isSelf ? 'Leave this account?' : `End the membership of ${name}?`}
      description={
        isSelf
          ? 'You will be logged out immediately, and will need a new invitation to come back.'
          : `${name} (${roleLabel(role)}) will be logged out immediately. Their entries in the audit log stay. To let them in again, invite them.`
      }
      confirm={removal.busy ? 'Ending...' : isSelf ? 'Leave' : 'End Membership'}
      busy={removal.busy}
      onConfirm={() => removal.run()}
      onCancel={onClose}
    />
  )
}
