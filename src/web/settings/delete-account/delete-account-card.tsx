import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

export function DeleteAccountCard() {
  const [asking, setAsking] = useState(false)
  return (
    <Card title="Delete Account" description="Permanently deletes the account and all of its data.">
      <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}
