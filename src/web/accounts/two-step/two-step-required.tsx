import { useState } from 'react'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { useLogout } from '#web/api/logout.ts'
import { readSession } from '#web/api/session.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './turn-on.tsx'

/** Takes the place of the app while an account requires two-step login and its member has none (SPEC C77). */
export function TwoStepRequired() {
  const [codes, setCodes] = useState<string[]>()
  const { mutate: logOut } = useLogout()
  if (codes)
    return (
      <AccountPage title="Recovery Codes">
        <RecoveryCodes codes={codes} onDone={() => void readSession()} />
      </AccountPage>
    )
  return (
    <AccountPage
      title="Set Up Two-Step Login"
      subtitle="Your carrier requires a code from your phone besides your password."
    >
      <TurnOn onDone={setCodes} cancel="Log Out" onCancel={() => logOut()} />
    </AccountPage>
  )
}
