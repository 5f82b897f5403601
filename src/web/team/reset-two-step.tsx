import type { TeamMember } from '#core/team/team.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useRemoval } from './queries.ts'

type ResetTwoStepProps = { member: TeamMember; onClose: () => void }

/** Turns off two-step login of a member who lost the phone and the recovery codes (SPEC C76). */
export function ResetTwoStep({ member: { id, name }, onClose }: ResetTwoStepProps) {
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
