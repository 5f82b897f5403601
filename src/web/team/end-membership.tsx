import { roleLabel } from '#core/team/describe-role.ts'
import type { TeamMember } from '#core/team/team.ts'
import { useUser } from '#web/api/session.ts'
import { leaveFor } from '#web/api/leave.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useRemoval } from './queries.ts'

type EndMembershipProps = { member: TeamMember; onClose: () => void }

/** Asks for confirmation, then ends a membership, which logs the member out immediately. */
export function EndMembership({ member, onClose }: EndMembershipProps) {
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
