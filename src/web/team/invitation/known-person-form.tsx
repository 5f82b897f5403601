import { loginSchema } from '#web/accounts/schemas.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { useAcceptance } from './use-acceptance.ts'

type KnownPersonFormProps = { token: string; email: string; onSecondStep: () => void }

/** For a person who has a login already: the password joins and logs in. */
export function KnownPersonForm({ token, email, onSecondStep }: KnownPersonFormProps) {
  const { submitting, accept } = useAcceptance({
    token,
    onError: () => form.focusOn('password'),
    onSecondStep,
  })
  const form = useAccountForm({
    schema: loginSchema,
    onValid: ({ password }) => accept({ password }),
  })
  return (
    <form {...form.bind} className="grid gap-4">
      <p className="text-sm wrap-anywhere">
        You have a login already. Enter the password of <strong>{email}</strong> to join.
      </p>
      {/* For password managers, and for the check of the form. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        autoFocus
        message={form.messageAt('password')}
      />
      <Button type="submit" disabled={submitting}>
        {submitting ? 'Joining...' : 'Log In and Join'}
      </Button>
    </form>
  )
}
