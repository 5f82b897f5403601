import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { twoStepChangeSchema, type CodeAndPassword } from '#core/accounts/two-step.ts'
import { translateError, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'
import { CodeField } from '#web/accounts/code-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'

type CodeAndPasswordFormProps = {
  /** The submit button's label. */
  action: string
  busy: boolean
  onSubmit: (values: CodeAndPassword) => void
  form: ReturnType<typeof useCodeAndPassword>
  onCancel: () => void
}

export function useCodeAndPassword() {
  return useForm({
    resolver: zodResolver(twoStepChangeSchema),
    defaultValues: { code: '', password: '' },
  })
}

/** Asks for both steps again before a change of two-step login. */
export function CodeAndPasswordForm(props: CodeAndPasswordFormProps) {
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
