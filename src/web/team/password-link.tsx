import { useState } from 'react'
import { ADMIN_LINK_HOURS } from '#core/accounts/reset-link.ts'
import type { ResetLink } from '#core/accounts/password-reset.ts'
import type { TeamMember } from '#core/team/team.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { LinkToCopy } from '#web/ui/inputs/link-to-copy.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx'

type PasswordLinkProps = { member: TeamMember; onClose: () => void }

/** Makes a link with which a member who forgot the password chooses a new one (SPEC C493). */
export function PasswordLink({ member: { id, name, email }, onClose }: PasswordLinkProps) {
  const [made, setMade] = useState<ResetLink>()
  const making = useAction({
    send: () => request<ResetLink>('POST', `/api/team/members/${id}/reset-link`),
    failed: 'Failed to make the link',
    onDone: setMade,
    onFailure: onClose,
    refetch: 'nothing',
  })
  if (made)
    return (
      <Dialog
        open
        title={`Link for ${name}`}
        description={`${made.mailed ? `It is also emailed to ${email}.` : `Send it to ${name}.`} It's shown only now, works once and expires in ${ADMIN_LINK_HOURS} hours. Whoever has it can log in as ${name}.`}
        onOpenChange={(open) => !open && onClose()}
      >
        <LinkToCopy address={window.location.origin + made.link} onClose={onClose} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      open
      title={`Reset the password of ${name}?`}
      description="You get a link to send, with which they choose a new password. Until then the old one works. Make sure that the request really comes from them."
      variant="primary"
      confirm={making.busy ? 'Making Link...' : 'Make Link'}
      busy={making.busy}
      onConfirm={() => making.run()}
      onCancel={onClose}
    />
  )
}
