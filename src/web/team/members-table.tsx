import { Eye, KeyRound, UserCog, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { roleLabel } from '#core/team/describe-role.ts'
import type { TeamMember } from '#core/team/team.ts'
import { useUser } from '#web/api/session.ts'
import { useViewAs } from '#web/api/view-as.ts'
import { RowActions, type RowAction } from '#web/records/rows/row-action.tsx'
import { useRowMenu } from '#web/records/rows/use-row-menu.tsx'
import { describeSeen } from './describe-seen.ts'
import { EndMembership } from './end-membership.tsx'
import { CELL, HEAD_CELL } from './table-cells.ts'
import { ResetTwoStep } from './reset-two-step.tsx'
import { RoleDialog } from './role-dialog.tsx'

type Opened = { dialog: 'role' | 'two-step' | 'end'; member: TeamMember }

/** Every member with the role and when they were last at work (SPEC C68). */
export function MembersTable({ members }: { members: TeamMember[] }) {
  const [opened, setOpened] = useState<Opened>()
  const { openMenu, menu } = useRowMenu()
  const close = () => setOpened(undefined)
  const user = useUser()
  const viewAs = useViewAs()
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
              onClick: () => viewAs.start({ memberId: member.id }),
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
    <div className="overflow-x-auto">
      <table className="records w-full border-collapse text-sm">
        <caption className="sr-only">Members</caption>
        <thead>
          <tr>
            {['Name', 'Role', 'Last Seen'].map((title) => (
              <th key={title} scope="col" className={HEAD_CELL}>
                {title}
              </th>
            ))}
            <th scope="col" className={`${HEAD_CELL} text-right`}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id} className="border-t border-line">
              <td data-label="Name" className={CELL}>
                <span>
                  <span className="font-medium wrap-anywhere">
                    {member.name}
                    {member.personId === user?.id && ' (you)'}
                  </span>
                  {member.name !== member.email && (
                    <span className="block text-xs wrap-anywhere text-muted">{member.email}</span>
                  )}
                </span>
              </td>
              <td data-label="Role" className={CELL}>
                <span>
                  {roleLabel(member.role)}
                  {member.represents && (
                    <span className="block text-xs wrap-anywhere text-muted">
                      {member.represents}
                    </span>
                  )}
                </span>
              </td>
              <td data-label="Last Seen" className={CELL}>
                <span>
                  {describeSeen(member.lastSeenAt, now)}
                  {member.twoStep && (
                    <span className="block text-xs text-muted">Two-step login</span>
                  )}
                </span>
              </td>
              <td data-label="Actions" className={CELL}>
                <RowActions actions={listActions(member)} name={member.name} onMenu={openMenu} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {menu}
      {opened?.dialog === 'role' && <RoleDialog member={opened.member} onClose={close} />}
      {opened?.dialog === 'two-step' && <ResetTwoStep member={opened.member} onClose={close} />}
      {opened?.dialog === 'end' && <EndMembership member={opened.member} onClose={close} />}
    </div>
  )
}

const wideOnly = true as const
