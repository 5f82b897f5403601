/** The way back in for someone who forgot the password (SPEC C494). Like the login, it does not load the query library. */
import { useEffect, useState } from 'react'
import { ApiError, request } from '#web/api/client.ts'
import { useLanguage } from '#web/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/inputs/text-field.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { AccountPage } from './account-page.tsx'
import { messageOf, useAccountTexts } from './messages/use-texts.ts'
import { forgottenSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'

type Ways =
  | { state: 'loading' }
  | { state: 'failed'; error: Error }
  | { state: 'known'; mail: boolean }

export function ForgotPage() {
  const texts = useAccountTexts()
  const { reset } = texts
  const [sentTo, setSentTo] = useState<string>()
  const { retry, ...ways } = useWays()
  const canMail = ways.state === 'known' && ways.mail
  return (
    <AccountPage
      title={reset.forgotTitle}
      {...(canMail && !sentTo && { subtitle: reset.forgotSubtitle })}
    >
      {ways.state === 'loading' && <p className="text-center text-muted">{texts.loading}</p>}
      {ways.state === 'failed' && (
        <div role="alert" className="grid justify-items-center gap-3 text-sm">
          <p>
            {texts.loadFailed} {messageOf(ways.error, texts)}
          </p>
          <Button variant="secondary" onClick={retry}>
            {texts.retry}
          </Button>
        </div>
      )}
      {ways.state === 'known' && !ways.mail && <AskAdmin />}
      {canMail && !sentTo && <EmailForm onSent={setSentTo} />}
      {sentTo && (
        <p role="status" className="text-sm wrap-anywhere">
          {reset.sent(sentTo)}
        </p>
      )}
      <BackToLogin />
    </AccountPage>
  )
}

export function BackToLogin() {
  const { code } = useAccountTexts()
  return (
    <a
      href="/login"
      className="hit-area justify-self-center text-sm font-medium text-accent-strong underline underline-offset-2"
    >
      {code.back}
    </a>
  )
}

/** Whether the server can email a link. */
function useWays(): Ways & { retry: () => void } {
  const [ways, setWays] = useState<Ways>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isShown = true
    request<{ mail: boolean }>('GET', '/api/forgot-password').then(
      ({ mail }) => isShown && setWays({ state: 'known', mail }),
      (error: Error) => isShown && setWays({ state: 'failed', error }),
    )
    return () => {
      isShown = false
    }
  }, [attempt])
  return {
    ...ways,
    retry() {
      setWays({ state: 'loading' })
      setAttempt(attempt + 1)
    },
  }
}

function AskAdmin() {
  const { reset } = useAccountTexts()
  const [sentence, command] = reset.askOperator
  return (
    <div className="grid gap-3 text-sm">
      <p>{reset.askAdmin}</p>
      <p className="text-muted">
        {sentence}
        <code className="wrap-anywhere">{command}</code>
      </p>
    </div>
  )
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const texts = useAccountTexts()
  const { email, reset } = texts
  const language = useLanguage()
  const [submitting, setSubmitting] = useState(false)
  const form = useAccountForm({ schema: forgottenSchema, onValid: send })

  async function send(typed: { email: string }) {
    if (submitting) return
    setSubmitting(true)
    try {
      await request('POST', '/api/forgot-password', { body: { email: typed.email, language } })
      onSent(typed.email)
    } catch (error) {
      setSubmitting(false)
      toastFailure(reset.sendFailed, messageOf(error, texts))
      if (error instanceof ApiError) form.showErrors(error.fields ?? {})
    }
  }

  return (
    <form {...form.bind} className="grid gap-4">
      <TextField
        label={email}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        message={form.messageAt('email')}
      />
      <Button type="submit" disabled={submitting}>
        {submitting ? reset.sending : reset.send}
      </Button>
    </form>
  )
}
