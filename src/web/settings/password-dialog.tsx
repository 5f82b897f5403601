import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { passwordChangeSchema } from '#core/accounts/accounts.ts'
import { CodeField } from '#web/accounts/code-field.tsx'
import { useTwoStep } from '#web/accounts/two-step/use-two-step.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { useChangePassword } from './use-sessions.ts'

/** Changes the password, which ends every other session (SPEC S03). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: { currentPassword: '', newPassword: '', code: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const { data: twoStep } = useTwoStep()
  const change = useChangePassword({
    onChanged: onClose,
    onFieldError: (name, message) => form.setError(name, { message }, { shouldFocus: true }),
  })
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
        onSubmit={(event) => void form.handleSubmit((values) => change.run(values))(event)}
      >
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          message={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          placeholder="Minimum 8 characters"
          message={errors.newPassword?.message}
          {...form.register('newPassword')}
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
          <Button type="submit" disabled={change.busy}>
            {change.busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
