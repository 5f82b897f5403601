import { useState } from 'react'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useLogout } from '#web/api/logout.ts'
import { readSession } from '#web/api/session.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './turn-on.tsx'

/** Takes the place of the app while an account requires two-step login and its member has none (SPEC C77). */
export function TwoStepRequired() {
  const [codes, setCodes] = useState<string[]>()
  const { mutate: logOut } = useLogout()
  const { twoStep } = useAccountTexts()
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
