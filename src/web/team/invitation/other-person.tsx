import { useState } from 'react'
import { messageOf, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

type OtherPersonProps = { invited: string; current: string }

/** Shown if the invitation is for another person than the one who is logged in. */
export function OtherPerson({ invited, current }: OtherPersonProps) {
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
