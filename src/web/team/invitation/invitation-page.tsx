/** The screen of an invitation's link, for people with and without a login (SPEC C69). */
import { useState } from 'react'
import type { Signup } from '#core/accounts/accounts.ts'
import type { Language } from '#core/languages.ts'
import { roleLabel } from '#core/team/describe-role.ts'
import type { OpenInvitation } from '#core/team/invitations.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { BackToApp } from '#web/accounts/back-to-app.tsx'
import { CodePage } from '#web/accounts/code-page.tsx'
import { LoginPage } from '#web/accounts/login-page.tsx'
import type { AccountTexts } from '#web/accounts/messages/english.ts'
import { messageOf, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { findWeakness } from '#web/accounts/new-password-field.tsx'
import { NewPersonFields } from '#web/accounts/new-person-fields.tsx'
import { NoAccountPage } from '#web/accounts/no-account-page.tsx'
import { loginSchema, signupSchema } from '#web/accounts/schemas.ts'
import { useAccountForm } from '#web/accounts/use-account-form.ts'
import { request } from '#web/api/client.ts'
import { rememberLanguage } from '#web/api/language.ts'
import { useUser } from '#web/api/session.ts'
import { useAddressLink } from '#web/api/use-address-link.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { readInvitation, readToken } from './queries.ts'
import { useAcceptance } from './use-acceptance.ts'

export function InvitationPage() {
  const { retry, ...read } = useInvitation()
  const user = useUser()
  const texts = useAccountTexts()
  const labels = texts.invitation
  const [step, setStep] = useState<'invitation' | 'code' | 'no account'>('invitation')
  const onBack = () => setStep('invitation')
  if (step === 'no account') return <NoAccountPage onBack={onBack} />
  if (step === 'code') return <CodePage onBack={onBack} onNoAccount={() => setStep('no account')} />
  if (read.state === 'loading')
    return <p className="grid min-h-dvh place-items-center p-4 text-muted">{texts.loading}</p>
  if (read.state === 'failed')
    return (
      <AccountPage title={labels.page}>
        <div role="alert" className="grid justify-items-center gap-3 text-sm">
          <p>
            {texts.loadFailed} {messageOf(read.error, texts)}
          </p>
          <Button variant="secondary" onClick={retry}>
            {texts.retry}
          </Button>
        </div>
      </AccountPage>
    )
  if (read.state === 'invalid')
    return user ? <BackToApp message={labels.invalid} /> : <LoginPage notice={labels.invalid} />
  const { token, value: invitation } = read
  const { email, known, account, language } = invitation
  const title = labels.title(account)
  const subtitle = describe(invitation, texts)
  if (user && user.email !== email)
    return (
      <AccountPage title={title} subtitle={subtitle}>
        <OtherPerson invited={email} current={user.email} />
      </AccountPage>
    )
  if (user)
    return (
      <AccountPage title={title} subtitle={subtitle}>
        <JoinForm token={token} account={account} />
      </AccountPage>
    )
  return (
    <AccountPage title={title} subtitle={subtitle}>
      {known ? (
        <KnownPersonForm {...{ token, email, language }} onSecondStep={() => setStep('code')} />
      ) : (
        <NewPersonForm {...{ token, email, language }} />
      )}
    </AccountPage>
  )
}

/** "You're invited as Dispatcher." */
function describe({ role }: OpenInvitation, { invitation, roles }: AccountTexts): string {
  return invitation.subtitle(roles[role] ?? roleLabel(role))
}

/** Reads the invitation whose token is in the address, once (SPEC A7). */
function useInvitation() {
  return useAddressLink(readToken, open)
}

async function open(token: string): Promise<OpenInvitation> {
  const invitation = await readInvitation(token)
  if (invitation.language) rememberLanguage(invitation.language)
  return invitation
}

type JoinFormProps = { token: string; account: string }

/** For a person who is logged in: one click adds the account. */
function JoinForm({ token, account }: JoinFormProps) {
  const { invitation } = useAccountTexts()
  const { submitting, accept } = useAcceptance({ token })
  return (
    <div className="grid gap-4">
      <Button autoFocus size="long" disabled={submitting} onClick={() => void accept()}>
        {submitting ? invitation.joining : invitation.title(account)}
      </Button>
      <p className="text-center text-sm text-muted">{invitation.others}</p>
      <a
        href="/"
        className="hit-area justify-self-center text-sm font-medium text-accent-strong underline underline-offset-2"
      >
        {invitation.notNow}
      </a>
    </div>
  )
}

type NewPersonFormProps = { token: string; email: string; language: Language | null }

/** Name and password of a person without a login. The email is the invitation's. */
function NewPersonForm({ token, email, language }: NewPersonFormProps) {
  const texts = useAccountTexts()
  const { invitation } = texts
  const { submitting, accept } = useAcceptance({
    token,
    language,
    onError: (fields) => form.showErrors(fields),
  })
  const form = useAccountForm({ schema: signupSchema, onValid: join })

  async function join(typed: Signup): Promise<void> {
    const { password, firstName, lastName } = typed
    const weakness = await findWeakness(typed)
    // Names can be left blank, as at the sign-up.
    const names = { firstName: firstName ?? '', lastName: lastName ?? '' }
    if (weakness) form.showError('password', weakness)
    else await accept({ ...names, password })
  }

  return (
    <form {...form.bind} className="grid gap-4">
      <NewPersonFields texts={texts} messageAt={form.messageAt} invited={email} />
      <Button type="submit" disabled={submitting}>
        {submitting ? invitation.joining : invitation.create}
      </Button>
    </form>
  )
}

type OtherPersonProps = { invited: string; current: string }

/** Shown if the invitation is for another person than the one who is logged in. */
function OtherPerson({ invited, current }: OtherPersonProps) {
  const texts = useAccountTexts()
  const labels = texts.invitation
  const [submitting, setSubmitting] = useState(false)

  async function logOut() {
    setSubmitting(true)
    try {
      await request('POST', '/api/logout')
      window.location.reload()
    } catch (error) {
      setSubmitting(false)
      toastFailure(labels.logOutFailed, messageOf(error, texts))
    }
  }

  return (
    <div className="grid gap-4">
      <p className="text-sm wrap-anywhere">
        {labels
          .otherPerson(invited, current)
          .map((part, index) => (index % 2 ? <strong key={index}>{part}</strong> : part))}
      </p>
      <Button disabled={submitting} onClick={() => void logOut()}>
        {submitting ? labels.loggingOut : labels.logOut}
      </Button>
      <a
        href="/"
        className="hit-area justify-self-center text-sm font-medium text-accent-strong underline underline-offset-2"
      >
        {labels.home}
      </a>
    </div>
  )
}

type KnownPersonFormProps = {
  token: string
  email: string
  /** The invitation's language. */
  language: Language | null
  onSecondStep: () => void
}

/** For a person who already has a login: the password joins and logs in. */
function KnownPersonForm(props: KnownPersonFormProps) {
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
