import { memberFields } from '#core/team/member-fields.ts'
import type { TeamMember } from '#core/team/team.ts'
import { MemberForm } from './member-form.tsx'

type RoleDialogProps = { member: TeamMember; onClose: () => void }

/** Changes what a member may do. It applies from the member's next request on. */
export function RoleDialog({ member, onClose }: RoleDialogProps) {
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
