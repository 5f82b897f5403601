import { Eye, KeyRound, UserCog, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import type { TeamMember } from '#core/team/team.ts'
import { useUser } from '#web/api/session.ts'
import { useStartViewAs } from '#web/api/view-as.ts'
import { RowActions, type RowAction } from '#web/records/rows/row-action.tsx'
import { useRowMenu } from '#web/records/rows/use-row-menu.tsx'
import { describeSeen } from './describe-seen.ts'
import { EndMembership } from './end-membership.tsx'
import { ResetTwoStep } from './reset-two-step.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { RoleText, SmallText, TeamTable } from './team-table.tsx'

type OpenDialog = { dialog: 'role' | 'two-step' | 'end'; member: TeamMember }

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
      {opened?.dialog === 'two-step' && <ResetTwoStep member={opened.member} onClose={close} />}
      {opened?.dialog === 'end' && <EndMembership member={opened.member} onClose={close} />}
    </>
  )
}

const wideOnly = true as const
