import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionList } from './session-list.tsx'

/** The password, and where the account is signed in (SPEC S03, S06). */
export function SignInCard() {
  const [changing, setChanging] = useState(false)
  return (
    <Card title="Password and Sessions" description="Where your account is signed in.">
      <SessionList />
      <Button variant="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
        Change Password
      </Button>
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}
