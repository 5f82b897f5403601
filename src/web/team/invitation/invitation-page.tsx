/** The screen of an invitation's link, for people with and without a login (SPEC V6, C69). */
import { useEffect, useState } from 'react'
import { roleLabel } from '#core/team/describe-role.ts'
import { INVALID_INVITATION, type OpenInvitation } from '#core/team/invitations.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { CodePage } from '#web/accounts/code-page.tsx'
import { LoginPage } from '#web/accounts/login-page.tsx'
import { useUser } from '#web/api/session.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { JoinForm } from './join-form.tsx'
import { KnownPersonForm } from './known-person-form.tsx'
import { NewPersonForm } from './new-person-form.tsx'
import { OtherPerson } from './other-person.tsx'
import { useInvitation } from './use-invitation.ts'

export function InvitationPage() {
  const { retry, ...read } = useInvitation()
  const user = useUser()
  const [isSecondStep, setSecondStep] = useState(false)
  if (isSecondStep) return <CodePage onBack={() => setSecondStep(false)} />
  if (read.state === 'loading')
    return <p className="grid min-h-dvh place-items-center p-4 text-muted">Loading...</p>
  if (read.state === 'failed')
    return (
      <AccountPage title="Invitation">
        <LoadError error={read.error} onRetry={retry} />
      </AccountPage>
    )
  if (read.state === 'invalid')
    return user ? <BackToApp /> : <LoginPage notice={INVALID_INVITATION} />
  const { token, invitation } = read
  const { email, known, account } = invitation
  const title = `Join ${account}`
  const subtitle = describe(invitation)
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
        <KnownPersonForm token={token} email={email} onSecondStep={() => setSecondStep(true)} />
      ) : (
        <NewPersonForm token={token} email={email} />
      )}
    </AccountPage>
  )
}

/** "You're invited as Dispatcher." */
function describe({ role }: OpenInvitation): string {
  return `You're invited as ${roleLabel(role)}.`
}

/** Someone who is logged in has no use for a dead link. */
function BackToApp() {
  useEffect(() => {
    toastFailure(INVALID_INVITATION)
    window.location.replace('/')
  }, [])
  return null
}
