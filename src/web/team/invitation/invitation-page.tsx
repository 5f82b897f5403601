/** The screen of an invitation's link, for people with and without a login (SPEC C69). */
import { useEffect, useState } from 'react'
import { roleLabel } from '#core/team/describe-role.ts'
import type { OpenInvitation } from '#core/team/invitations.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { CodePage } from '#web/accounts/code-page.tsx'
import { LoginPage } from '#web/accounts/login-page.tsx'
import { NoAccountPage } from '#web/accounts/no-account-page.tsx'
import type { AccountTexts } from '#web/accounts/messages/english.ts'
import { messageOf, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { JoinForm } from './join-form.tsx'
import { KnownPersonForm } from './known-person-form.tsx'
import { NewPersonForm } from './new-person-form.tsx'
import { OtherPerson } from './other-person.tsx'
import { useInvitation } from './use-invitation.ts'

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
  if (read.state === 'invalid') return user ? <BackToApp /> : <LoginPage notice={labels.invalid} />
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

/** Sends a person who is logged in to the app, with a message that the link is invalid. */
function BackToApp() {
  const { invalid } = useAccountTexts().invitation
  useEffect(() => {
    toastFailure(invalid)
    window.location.replace('/')
  }, [invalid])
  return null
}
