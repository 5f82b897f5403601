import type { Language } from '#core/languages.ts'
import { useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { loginSchema } from '#web/accounts/schemas.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { useAcceptance } from './use-acceptance.ts'

type KnownPersonFormProps = {
  token: string
  email: string
  /** The invitation's language. */
  language: Language | null
  onSecondStep: () => void
}

/** For a person who already has a login: the password joins and logs in. */
export function KnownPersonForm(props: KnownPersonFormProps) {
  const { token, email, language, onSecondStep } = props
  const { password: label, showPassword, invitation } = useAccountTexts()
  const [before, known, after] = invitation.known(email)
  const { submitting, accept } = useAcceptance({
    token,
    language,
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
        {before}
        <strong>{known}</strong>
        {after}
      </p>
      {/* For password managers, and for the validation of the form. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField
        label={label}
        toggle={showPassword}
        name="password"
        autoComplete="current-password"
        autoFocus
        message={form.messageAt('password')}
      />
      <Button type="submit" disabled={submitting}>
        {submitting ? invitation.joining : invitation.logInAndJoin}
      </Button>
    </form>
  )
}
