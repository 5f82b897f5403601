import { useEffect, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { accountMessages } from '#core/messages.ts'
import type { PasswordJudged } from '#core/accounts/password-reset.ts'
import { request } from '#web/api/client.ts'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import type { AccountTexts } from './messages/english.ts'
import { translateMessage } from './messages/use-texts.ts'

/** What the person typed, with what others know about them. */
type Typed = {
  password: string
  email?: string
  firstName?: string | null
  lastName?: string | null
}

/** Shorter ones get the form's own message. */
const SHORTEST = 8
const PAUSE_MS = 400

/** Why the server would refuse the password; null if it would not, or can't be asked now. */
export async function findWeakness(typed: Typed): Promise<string | null> {
  const { password, email, firstName, lastName } = typed
  const body = {
    password,
    email: email ?? '',
    firstName: firstName ?? '',
    lastName: lastName ?? '',
  }
  try {
    return (await request<PasswordJudged>('POST', '/api/password-check', { body })).weakness
  } catch {
    // The password is also checked when it is saved.
    return null
  }
}

type NewPasswordFieldProps = {
  texts: AccountTexts
  label: string
  message: string | undefined
  /** What the form has no fields of: the person's email and names. */
  known?: Omit<Typed, 'password'>
  autoFocus?: boolean
  /** Registers the field with a form library. By default it is only named. */
  field?: UseFormRegisterReturn
  name?: string
  onTyped?: (password: string) => void
}

type Judged = { password: string; weakness: string | null }

/** A new password. Says while it is typed whether it is strong enough, and if not, why (SPEC C496). */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { texts, message, known, field, name = 'password', onTyped, ...rest } = props
  const { email, firstName, lastName } = known ?? {}
  const { person, showPassword } = texts
  const [typed, setTyped] = useState('')
  const [judged, setJudged] = useState<Judged>()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (typed.length < SHORTEST) return
    const timer = setTimeout(() => {
      const form = Object.fromEntries(new FormData(input.current?.form ?? undefined))
      void findWeakness({ email, firstName, lastName, ...form, password: typed } as Typed).then(
        (weakness) => setJudged({ password: typed, weakness }),
      )
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, email, firstName, lastName])

  const current = judged?.password === typed && typed.length >= SHORTEST ? judged : undefined
  const weakness = current?.weakness && translateMessage(current.weakness, texts)
  // The form's message of an earlier try is about another password.
  const isOutdated = message?.startsWith(accountMessages.tooEasy) && current
  return (
    <PasswordField
      {...rest}
      name={name}
      {...field}
      ref={(element) => {
        input.current = element
        field?.ref(element)
      }}
      toggle={showPassword}
      autoComplete="new-password"
      placeholder={person.passwordHint}
      message={(isOutdated ? undefined : message) ?? (weakness || undefined)}
      hint={current?.weakness === null ? person.strongPassword : undefined}
      onChange={(event) => {
        setTyped(event.target.value)
        onTyped?.(event.target.value)
        void field?.onChange(event)
      }}
    />
  )
}
