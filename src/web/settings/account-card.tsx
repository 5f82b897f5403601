import { useState } from 'react'
import { useLogout } from '#web/api/logout.ts'
import { useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DiscardDialog } from '#web/ui/overlays/leave-guard.tsx'

/** The signed-in user, and Log Out (SPEC A2, A6). `changed`: the settings have unsaved changes. */
export function AccountCard({ changed }: { changed: boolean }) {
  const user = useUser()
  const { run: logOut, busy } = useLogout()
  const [asking, setAsking] = useState(false)
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  const leave = () => logOut()
  return (
    <Card title="Account">
      <dl className="grid gap-3 text-sm">
        <div>
          <dt className="text-muted">Name</dt>
          <dd className="wrap-anywhere">{name || 'Not set'}</dd>
        </div>
        <div>
          <dt className="text-muted">Email</dt>
          <dd className="wrap-anywhere">{user?.email}</dd>
        </div>
      </dl>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => (changed ? setAsking(true) : leave())}
      >
        {busy ? 'Logging out...' : 'Log Out'}
      </Button>
      <DiscardDialog
        what="the settings"
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          leave()
        }}
      />
    </Card>
  )
}
