import { useState } from 'react'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CodeAndPasswordForm, useCodeAndPassword } from './code-and-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './turn-on.tsx'
import { useNewRecoveryCodes, useTurnOff } from './use-two-step.ts'

type DialogProps = { onClose: () => void }

export function TurnOnDialog({ onClose }: DialogProps) {
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn On Two-Step Login"
      description="You'll be logged out on all other devices."
    >
      <TurnOn onDone={setCodes} cancel="Cancel" onCancel={onClose} />
    </Dialog>
  )
}

function CodesDialog({ codes, onClose }: DialogProps & { codes: string[] }) {
  return (
    <Dialog open onOpenChange={onClose} title="Recovery Codes">
      <RecoveryCodes codes={codes} onDone={onClose} />
    </Dialog>
  )
}

/** `required`: by the account. */
export function TurnOffDialog({ onClose, required }: DialogProps & { required: boolean }) {
  const form = useCodeAndPassword()
  const turnOff = useTurnOff({
    onChanged: onClose,
    onFieldError: (name, message) => form.setError(name, { message }, { shouldFocus: true }),
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn Off Two-Step Login"
      description={
        required
          ? 'Your carrier requires two-step login: you must set it up again right away, for example on a new phone.'
          : 'Your password alone will protect your account. You will be logged out on all other devices.'
      }
    >
      <CodeAndPasswordForm
        action="Turn Off"
        busy={turnOff.isPending}
        form={form}
        onSubmit={(values) => turnOff.mutate(values)}
        onCancel={onClose}
      />
    </Dialog>
  )
}

export function RecoveryCodesDialog({ onClose }: DialogProps) {
  const [codes, setCodes] = useState<string[]>()
  const form = useCodeAndPassword()
  const replace = useNewRecoveryCodes({
    onChanged: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onFieldError: (name, message) => form.setError(name, { message }, { shouldFocus: true }),
  })
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New Recovery Codes"
      description="The earlier recovery codes stop working."
    >
      <CodeAndPasswordForm
        action="Create Codes"
        busy={replace.isPending}
        form={form}
        onSubmit={(values) => replace.mutate(values)}
        onCancel={onClose}
      />
    </Dialog>
  )
}
