import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { twoStepOnSchema } from '#core/accounts/two-step.ts'
import { translateError, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'
import { OwnLoadError } from '#web/accounts/own-load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/inputs/text-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QrCode } from './qr-code.tsx'
import { useTurnOn, useTwoStepSetup } from './use-two-step.ts'

type TurnOnProps = {
  /** Called with the recovery codes when two-step login is on. */
  onDone: (recoveryCodes: string[]) => void
  /** The label of the button that cancels. */
  cancel: string
  onCancel: () => void
}

/** Sets up the authenticator app. */
export function TurnOn({ onDone, cancel, onCancel }: TurnOnProps) {
  const texts = useAccountTexts()
  const twoStep = useTwoStepTexts()
  const { data: setup, isError, error, refetch } = useTwoStepSetup()
  const form = useForm({
    resolver: zodResolver(twoStepOnSchema),
    defaultValues: { code: '', password: '' },
  })
  const { errors } = form.formState
  const turnOn = useTurnOn({
    onChanged: ({ recoveryCodes }) => onDone(recoveryCodes),
    onFieldError: (name, message) => form.setError(name, { message }, { shouldFocus: true }),
  })
  if (isError) return <OwnLoadError error={error} onRetry={() => void refetch()} />
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void form.handleSubmit((values) => turnOn.run(values))(event)}
    >
      <p className="text-sm">{twoStep.scan}</p>
      {setup ? <QrCode setup={setup} /> : <Skeleton className="h-44" />}
      <TextField
        label={texts.code.app}
        autoComplete="one-time-code"
        inputMode="numeric"
        message={translateError(errors.code, texts)}
        {...form.register('code')}
      />
      <PasswordField
        label={texts.password}
        toggle={texts.showPassword}
        autoComplete="current-password"
        message={translateError(errors.password, texts)}
        {...form.register('password')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" disabled={turnOn.busy || !setup}>
          {turnOn.busy ? twoStep.turningOn : twoStep.turnOn}
        </Button>
      </div>
    </form>
  )
}
