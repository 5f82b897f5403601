import type { Language } from '#core/languages.ts'
import { useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/inputs/text-field.tsx'
import { useAcceptance } from './use-acceptance.ts'

type NewPersonFormProps = { token: string; email: string; language: Language | null }

/** Name and password of a person without a login. The email is the invitation's. */
export function NewPersonForm({ token, email, language }: NewPersonFormProps) {
  const { email: emailLabel, password: label, showPassword, invitation } = useAccountTexts()
  const { submitting, accept } = useAcceptance({
    token,
    language,
    onError(fields) {
      for (const [name, [message]] of Object.entries(fields).slice(0, 1))
        if (message) form.showError(name, message)
    },
  })
  const form = useAccountForm({
    schema: newPersonSchema,
    onValid: ({ firstName, lastName, password }) => accept({ firstName, lastName, password }),
  })
  return (
    <form {...form.bind} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={invitation.firstName}
          name="firstName"
          autoComplete="given-name"
          autoFocus
          message={form.messageAt('firstName')}
        />
        <TextField
          label={invitation.lastName}
          name="lastName"
          autoComplete="family-name"
          message={form.messageAt('lastName')}
        />
      </div>
      <TextField
        label={emailLabel}
        name="email"
        type="email"
        autoComplete="username"
        readOnly
        defaultValue={email}
        message={form.messageAt('email')}
      />
      <PasswordField
        label={label}
        toggle={showPassword}
        name="password"
        autoComplete="new-password"
        placeholder={invitation.passwordHint}
        message={form.messageAt('password')}
      />
      <Button type="submit" disabled={submitting}>
        {submitting ? invitation.joining : invitation.create}
      </Button>
    </form>
  )
}

/** Loaded at the first check. Names may stay blank, as at the sign-up. */
async function newPersonSchema() {
  const { signupSchema } = await import('#core/accounts/accounts.ts')
  return signupSchema.transform(({ firstName, lastName, ...rest }) => ({
    ...rest,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
  }))
}
