import { useState } from 'react'
import { roleLabel } from '#core/team/describe-role.ts'
import type { Invitation } from '#core/team/team.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useRemoval } from './queries.ts'
import { CELL, HEAD_CELL } from './table-cells.ts'

/** Invitations that are not accepted yet. */
export function InvitationsCard({ invitations }: { invitations: Invitation[] }) {
  const [revoking, setRevoking] = useState<Invitation>()
  return (
    <Card
      title="Open Invitations"
      description="Lost a link? Invite the same email again: the new link replaces the old one."
    >
      <div className="overflow-x-auto">
        <table className="records w-full border-collapse text-sm">
          <caption className="sr-only">Open invitations</caption>
          <thead>
            <tr>
              {['Email', 'Role', 'Expires'].map((title) => (
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
            {invitations.map((invitation) => (
              <tr key={invitation.id} className="border-t border-line">
                <td data-label="Email" className={`${CELL} wrap-anywhere`}>
                  {invitation.email}
                </td>
                <td data-label="Role" className={CELL}>
                  <span>
                    {roleLabel(invitation.role)}
                    {invitation.represents && (
                      <span className="block text-xs wrap-anywhere text-muted">
                        {invitation.represents}
                      </span>
                    )}
                  </span>
                </td>
                <td data-label="Expires" className={CELL}>
                  {new Date(invitation.expiresAt).toLocaleDateString('en-US')}
                </td>
                <td data-label="Actions" className={`${CELL} text-right`}>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Revoke invitation of ${invitation.email}`}
                    onClick={() => setRevoking(invitation)}
                  >
                    Revoke
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
      title={`Revoke the invitation of ${invitation.email}?`}
      description="The link stops working at once."
      confirm={removal.isPending ? 'Revoking...' : 'Revoke'}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    />
  )
}
