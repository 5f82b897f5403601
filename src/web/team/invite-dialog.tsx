import { useRef, useState } from 'react'
import { invitationFields } from '#core/team/member-fields.ts'
import type { FormRecord, FormStart } from '#web/records/form/use-record-form.ts'
import { LinkToCopy } from '#web/ui/inputs/link-to-copy.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { MemberForm } from './member-form.tsx'

/** `link`: the path with the token. It is in this response only. */
type NewInvitation = FormRecord & { link: string; mailed: boolean }

/** `mailed`: the person gets the link by email too. */
type InvitationLink = { link: string; mailed: boolean }

const LABELS = {
  title: 'Invite to the Team',
  description: 'You get a link to send. It works once, for this email, for 7 days.',
  save: 'Create Link',
  saved: 'Invitation created',
  failed: 'Failed to create the invitation',
}

type InviteDialogProps = {
  /** What is known of the owner or driver who is invited to the portal. */
  start?: FormStart
  onClose: () => void
}

/** Asks for the email and the role, then shows the link. */
export function InviteDialog({ start, onClose }: InviteDialogProps) {
  const [invitation, setInvitation] = useState<InvitationLink>()
  const created = useRef(false)
  if (invitation) return <LinkDialog {...invitation} onClose={onClose} />
  return (
    <MemberForm<NewInvitation>
      entity={{ name: 'team/invitations', singular: 'Invitation', fields: invitationFields }}
      labels={start ? { ...LABELS, title: 'Invite to Portal' } : LABELS}
      start={start}
      onSaved={(saved) => {
        created.current = true
        setInvitation({ link: window.location.origin + saved.link, mailed: saved.mailed })
      }}
      // The form also closes after a save. Then the link is shown instead.
      onClose={() => !created.current && onClose()}
    />
  )
}

/** The link can't be shown again: the database has only its hash. */
function LinkDialog({ link, mailed, onClose }: InvitationLink & { onClose: () => void }) {
  return (
    <Dialog
      open
      title="Invitation Link"
      description={`${mailed ? 'It is also emailed to the person you invited.' : 'Send it to the person you invited.'} It's shown only now, works once and expires in 7 days.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <LinkToCopy address={link} copyNow onClose={onClose} />
    </Dialog>
  )
}
