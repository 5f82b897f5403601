import { useState } from 'react'
import { useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CodeAndPasswordForm, useCodeAndPassword } from './code-and-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './turn-on.tsx'
import { useNewRecoveryCodes, useTurnOff } from './use-two-step.ts'

type DialogProps = { onClose: () => void }

export function TurnOnDialog({ onClose }: DialogProps) {
  const { cancel } = useAccountTexts()
  const twoStep = useTwoStepTexts()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={twoStep.turnOnTitle}
      description={twoStep.turnOnNote}
    >
      <TurnOn onDone={setCodes} cancel={cancel} onCancel={onClose} />
    </Dialog>
  )
}

function CodesDialog({ codes, onClose }: DialogProps & { codes: string[] }) {
  const twoStep = useTwoStepTexts()
  return (
    <Dialog open onOpenChange={onClose} title={twoStep.codes}>
      <RecoveryCodes codes={codes} onDone={onClose} />
    </Dialog>
  )
}

/** `required`: the account requires two-step login. */
export function TurnOffDialog({ onClose, required }: DialogProps & { required: boolean }) {
  const twoStep = useTwoStepTexts()
  const form = useCodeAndPassword()
  const turnOff = useTurnOff({
    onChanged: onClose,
    onFieldError: (name, message) => form.setError(name, { message }, { shouldFocus: true }),
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={twoStep.turnOffTitle}
      description={required ? twoStep.turnOffRequired : twoStep.turnOffNote}
    >
      <CodeAndPasswordForm
        action={twoStep.turnOff}
        busy={turnOff.busy}
        form={form}
        onSubmit={(values) => turnOff.run(values)}
        onCancel={onClose}
      />
    </Dialog>
  )
}

export function RecoveryCodesDialog({ onClose }: DialogProps) {
  const twoStep = useTwoStepTexts()
  const [codes, setCodes] = useState<string[]>()
  const form = useCodeAndPassword()
  const replace = useNewRecoveryCodes({
    onChanged: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onFieldError: (name, message) => form.setError(name, { message }, { shouldFocus: true }),
  })
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title={twoStep.newCodes} description={twoStep.newCodesNote}>
      <CodeAndPasswordForm
        action={twoStep.createCodes}
        busy={replace.busy}
        form={form}
        onSubmit={(values) => replace.run(values)}
        onCancel={onClose}
      />
    </Dialog>
  )
}
