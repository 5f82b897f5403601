import { useState } from 'react'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { messageOf, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'
import { useLogout } from '#web/api/logout.ts'
import { readSession } from '#web/api/session.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './turn-on.tsx'

/** Replaces the app while the account requires two-step login and the member has not set it up (SPEC C77). */
export function TwoStepRequired() {
  const [codes, setCodes] = useState<string[]>()
  const texts = useAccountTexts()
  const { invitation } = texts
  const twoStep = useTwoStepTexts()
  const { run: logOut } = useLogout((error) =>
    toastFailure(invitation.logOutFailed, messageOf(error, texts)),
  )
  if (codes)
    return (
      <AccountPage title={twoStep.codes}>
        <RecoveryCodes codes={codes} onDone={() => void readSession()} />
      </AccountPage>
    )
  return (
    <AccountPage title={twoStep.setUpTitle} subtitle={twoStep.setUpNote}>
      <TurnOn onDone={setCodes} cancel={twoStep.logOut} onCancel={() => logOut()} />
    </AccountPage>
  )
}
