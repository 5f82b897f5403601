import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type CodeAndPassword, type TwoStep, twoStepChangeSchema } from '#core/accounts/two-step.ts'
import { CodeField } from '#web/accounts/code-field.tsx'
import { translateError, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'
import { OwnLoadError } from '#web/accounts/own-load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './turn-on.tsx'
import { useNewRecoveryCodes, useTurnOff, useTwoStep } from './use-two-step.ts'

type Change = 'on' | 'off' | 'codes'

/** Below this, the card asks for new recovery codes. */
const FEW_CODES = 3

/** Turns two-step login on and off (SPEC C76). */
export function TwoStepCard() {
  const { data, isError, error, refetch } = useTwoStep()
  const twoStep = useTwoStepTexts()
  const [change, setChange] = useState<Change>()
  const close = () => setChange(undefined)
  return (
    <Card title={twoStep.title} description={twoStep.description}>
      {isError && <OwnLoadError error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton className="h-9" />}
      {data && <State twoStep={data} onChange={setChange} />}
      {change === 'on' && <TurnOnDialog onClose={close} />}
      {change === 'off' && <TurnOffDialog required={data?.required ?? false} onClose={close} />}
      {change === 'codes' && <RecoveryCodesDialog onClose={close} />}
    </Card>
  )
}

function State({ twoStep, onChange }: { twoStep: TwoStep; onChange: (change: Change) => void }) {
  const { on, since, recoveryCodes } = twoStep
  const texts = useTwoStepTexts()
  if (!on || !since)
    return (
      <Button
        variant="secondary"
        className="justify-self-start"
        aria-label={texts.turnOnLabel}
        onClick={() => onChange('on')}
      >
        {texts.turnOn}
      </Button>
    )
  return (
    <>
      <p className="text-sm">
        {texts.on(new Date(since).toLocaleDateString('en-US'))}{' '}
        <span className={recoveryCodes < FEW_CODES ? 'font-medium text-danger-ink' : ''}>
          {texts.left(recoveryCodes)}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onChange('codes')}>
          {texts.newCodes}
        </Button>
        <Button variant="secondary" aria-label={texts.turnOffLabel} onClick={() => onChange('off')}>
          {texts.turnOff}
        </Button>
      </div>
    </>
  )
}

type DialogProps = { onClose: () => void }

function TurnOnDialog({ onClose }: DialogProps) {
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
function TurnOffDialog({ onClose, required }: DialogProps & { required: boolean }) {
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

function RecoveryCodesDialog({ onClose }: DialogProps) {
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

type CodeAndPasswordFormProps = {
  /** The submit button's label. */
  action: string
  busy: boolean
  onSubmit: (values: CodeAndPassword) => void
  form: ReturnType<typeof useCodeAndPassword>
  onCancel: () => void
}

function useCodeAndPassword() {
  return useForm({
    resolver: zodResolver(twoStepChangeSchema),
    defaultValues: { code: '', password: '' },
  })
}

/** Asks for both steps again before a change of two-step login. */
function CodeAndPasswordForm(props: CodeAndPasswordFormProps) {
  const { action, busy, onSubmit, form, onCancel } = props
  const { errors } = form.formState
  const texts = useAccountTexts()
  const { saving } = useTwoStepTexts()
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
    >
      <CodeField message={translateError(errors.code, texts)} field={form.register('code')} />
      <PasswordField
        label={texts.password}
        toggle={texts.showPassword}
        autoComplete="current-password"
        message={translateError(errors.password, texts)}
        {...form.register('password')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? saving : action}
        </Button>
      </div>
    </form>
  )
}
