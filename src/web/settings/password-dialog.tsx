import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { passwordChangeSchema } from '#core/accounts/accounts.ts'
import { CodeField } from '#web/accounts/code-field.tsx'
import { accountEnglish } from '#web/accounts/messages/english.ts'
import { findWeakness, NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { useTwoStep } from '#web/accounts/two-step/use-two-step.ts'
import { useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { type PasswordChange, useChangePassword } from './use-sessions.ts'

/** Changes the password, which ends every other session (SPEC S03). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: { currentPassword: '', newPassword: '', code: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const user = useUser()
  const { data: twoStep } = useTwoStep()
  const change = useChangePassword({
    onChanged: onClose,
    onFieldError: (name, message) => form.setError(name, { message }, { shouldFocus: true }),
  })
  const isSaving = form.formState.isSubmitting || change.busy

  async function save(values: PasswordChange) {
    const weakness = await findWeakness({ ...user, password: values.newPassword })
    if (weakness) form.setError('newPassword', { message: weakness }, { shouldFocus: true })
    else change.run(values)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change Password"
      description="You'll be logged out on all other devices."
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          message={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
        <NewPasswordField
          texts={accountEnglish}
          label="New Password"
          message={errors.newPassword?.message}
          {...(user && { known: user })}
          field={form.register('newPassword')}
        />
        {(twoStep?.on || errors.code) && (
          <CodeField
            takesFocus={false}
            message={errors.code?.message}
            field={form.register('code')}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
