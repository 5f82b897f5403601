import type { Language } from '#core/languages.ts'
import { useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { NewPersonFields } from '#web/accounts/new-person-fields.tsx'
import { signupSchema } from '#web/accounts/schemas.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useAcceptance } from './use-acceptance.ts'

type NewPersonFormProps = { token: string; email: string; language: Language | null }

/** Name and password of a person without a login. The email is the invitation's. */
export function NewPersonForm({ token, email, language }: NewPersonFormProps) {
  const texts = useAccountTexts()
  const { invitation } = texts
  const { submitting, accept } = useAcceptance({
    token,
    language,
    onError: (fields) => form.showErrors(fields),
  })
  const form = useAccountForm({
    schema: signupSchema,
    // Names can be left blank, as at the sign-up.
    onValid: ({ firstName, lastName, password }) =>
      accept({ firstName: firstName ?? '', lastName: lastName ?? '', password }),
  })
  return (
    <form {...form.bind} className="grid gap-4">
      <NewPersonFields texts={texts} messageAt={form.messageAt} invited={email} />
      <Button type="submit" disabled={submitting}>
        {submitting ? invitation.joining : invitation.create}
      </Button>
    </form>
  )
}
