import { useState } from 'react'
import type { Invitation } from '#core/team/team.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useRemoval } from './queries.ts'
import { RoleText, TeamTable } from './team-table.tsx'

/** Invitations that are not accepted yet. */
export function InvitationsCard({ invitations }: { invitations: Invitation[] }) {
  const [revoking, setRevoking] = useState<Invitation>()
  return (
    <Card
      title="Open Invitations"
      description="Lost a link? Invite the same email again: the new link replaces the old one."
    >
      <TeamTable
        caption="Open invitations"
        rows={invitations}
        columns={[
          { title: 'Email', show: ({ email }) => <span className="wrap-anywhere">{email}</span> },
          { title: 'Role', show: RoleText },
          {
            title: 'Expires',
            show: ({ expiresAt }) => new Date(expiresAt).toLocaleDateString('en-US'),
          },
        ]}
        actions={(invitation) => (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Revoke invitation for ${invitation.email}`}
            onClick={() => setRevoking(invitation)}
          >
            Revoke
          </Button>
        )}
      />
      {revoking && <Revoke invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  )
}

function Revoke({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const removal = useRemoval({
    path: `invitations/${invitation.id}`,
    done: 'Invitation revoked',
    failed: 'Failed to revoke the invitation',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={`Revoke the invitation for ${invitation.email}?`}
      description="The link stops working immediately."
      confirm={removal.busy ? 'Revoking...' : 'Revoke'}
      busy={removal.busy}
      onConfirm={() => removal.run()}
      onCancel={onClose}
    />
  )
}
