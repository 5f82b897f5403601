import { TextField } from '#web/ui/inputs/text-field.tsx'
import type { AccountTexts } from './messages/english.ts'
import { NewPasswordField } from './new-password-field.tsx'

type NewPersonFieldsProps = {
  texts: AccountTexts
  /** The error message of a field. */
  messageAt: (name: string) => string | undefined
  /** The invitation's email, which can't be changed. */
  invited?: string
}

/** Name, email and password of a person without a login, for the sign-up and for an invitation. */
export function NewPersonFields({ texts, messageAt, invited }: NewPersonFieldsProps) {
  const { email, password, person } = texts
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={person.firstName}
          name="firstName"
          autoComplete="given-name"
          autoFocus
          message={messageAt('firstName')}
        />
        <TextField
          label={person.lastName}
          name="lastName"
          autoComplete="family-name"
          message={messageAt('lastName')}
        />
      </div>
      <TextField
        label={email}
        name="email"
        type="email"
        autoComplete="username"
        readOnly={invited !== undefined}
        defaultValue={invited}
        message={messageAt('email')}
      />
      <NewPasswordField texts={texts} label={password} message={messageAt('password')} />
    </>
  )
}
