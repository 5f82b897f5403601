/** The screen of a link that sets a new password (SPEC C493, C494). */
import { useState } from 'react'
import type { OpenReset } from '#core/accounts/password-reset.ts'
import { RESET_HEADER } from '#core/accounts/reset-link.ts'
import { ApiError, request } from '#web/api/client.ts'
import { useUser } from '#web/api/session.ts'
import { useAddressLink } from '#web/api/use-address-link.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { AccountPage } from './account-page.tsx'
import { BackToApp } from './back-to-app.tsx'
import { BackToLogin } from './forgot-page.tsx'
import { LoginPage } from './login-page.tsx'
import { messageOf, useAccountTexts } from './messages/use-texts.ts'
import { findWeakness, NewPasswordField } from './new-password-field.tsx'
import { newPasswordSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'

const PATH = '/api/password-reset'

export function ResetPage() {
  const texts = useAccountTexts()
  const { reset } = texts
  const user = useUser()
  const { retry, ...read } = useAddressLink(readToken, open)
  if (read.state === 'open')
    return (
      <AccountPage title={reset.title} subtitle={reset.subtitle(read.value.email)}>
        <PasswordForm token={read.token} email={read.value.email} />
      </AccountPage>
    )
  if (read.state === 'invalid')
    return user ? <BackToApp message={reset.invalid} /> : <LoginPage notice={reset.invalid} />
  return (
    <AccountPage title={reset.title}>
      {read.state === 'loading' && <p className="text-center text-muted">{texts.loading}</p>}
      {read.state === 'failed' && (
        <div role="alert" className="grid justify-items-center gap-3 text-sm">
          <p>
            {texts.loadFailed} {messageOf(read.error, texts)}
          </p>
          <Button variant="secondary" onClick={retry}>
            {texts.retry}
          </Button>
        </div>
      )}
      <BackToLogin />
    </AccountPage>
  )
}

/** The link's token. It follows "#", so no server or proxy sees it. */
function readToken(): string {
  return window.location.hash.slice(1)
}

function open(token: string): Promise<OpenReset> {
  return request('GET', PATH, { headers: { [RESET_HEADER]: token } })
}

function PasswordForm({ token, email }: { token: string; email: string }) {
  const texts = useAccountTexts()
  const { reset } = texts
  const [submitting, setSubmitting] = useState(false)
  const form = useAccountForm({ schema: newPasswordSchema, onValid: save })

  async function save({ password }: { password: string }) {
    if (submitting) return
    setSubmitting(true)
    try {
      const weakness = await findWeakness({ email, password })
      if (weakness) {
        setSubmitting(false)
        form.showError('password', weakness)
        return
      }
      await request('POST', PATH, { body: { token, password } })
      // Loads the page again: all sessions of the person have ended.
      window.location.assign('/login?reset')
    } catch (error) {
      setSubmitting(false)
      toastFailure(reset.failed, messageOf(error, texts))
      if (error instanceof ApiError) form.showErrors(error.fields ?? {})
    }
  }

  return (
    <form {...form.bind} className="grid gap-4">
      {/* For password managers. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <NewPasswordField
        texts={texts}
        label={reset.newPassword}
        message={form.messageAt('password')}
        known={{ email }}
        autoFocus
      />
      <Button type="submit" disabled={submitting}>
        {submitting ? reset.saving : reset.save}
      </Button>
    </form>
  )
}
