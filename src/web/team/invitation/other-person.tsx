import { useState } from 'react'
import { accountMessages } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

type OtherPersonProps = { invited: string; current: string }

/** The invitation is for another email than the one that is logged in. */
export function OtherPerson({ invited, current }: OtherPersonProps) {
  const [submitting, setSubmitting] = useState(false)

  async function logOut() {
    setSubmitting(true)
    try {
      await request('POST', '/api/logout')
      window.location.reload()
    } catch (error) {
      setSubmitting(false)
      toastFailure(accountMessages.logoutFailed, (error as Error).message)
    }
  }

  return (
    <div className="grid gap-4">
      <p className="text-sm wrap-anywhere">
        This invitation is for <strong>{invited}</strong>. You are logged in as{' '}
        <strong>{current}</strong>.
      </p>
      <Button disabled={submitting} onClick={() => void logOut()}>
        {submitting ? 'Logging out...' : 'Log Out and Continue'}
      </Button>
      <a
        href="/"
        className="hit-area justify-self-center text-sm font-medium text-accent-strong underline underline-offset-2"
      >
        Go to the dashboard
      </a>
    </div>
  )
}
