import { useState } from 'react'
import { accountMessages } from '#core/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField, PasswordField } from '#web/ui/inputs/text-field.tsx'
import { AccountPage } from './account-page.tsx'
import { CodePage } from './code-page.tsx'
import { useAccountTexts } from './messages/use-texts.ts'
import { NoAccountPage } from './no-account-page.tsx'
import { loginSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'
import { useSignIn } from './use-sign-in.ts'

/** The notice after an account was deleted, keyed by the query in the address (SPEC C37). */
const NOTICES: Record<string, string> = {
  '?deleted': accountMessages.deleted,
  '?deleting': accountMessages.deleting,
}

/** `notice`: shown above the form. */
export function LoginPage({ notice = NOTICES[window.location.search] }: { notice?: string }) {
  const [step, setStep] = useState<'password' | 'code' | 'no account'>('password')
  const shared = { onNoAccount: () => setStep('no account') }
  if (step === 'no account') return <NoAccountPage onBack={() => setStep('password')} />
  if (step === 'code') return <CodePage {...shared} onBack={() => setStep('password')} />
  return <PasswordPage {...shared} notice={notice} onSecondStep={() => setStep('code')} />
}

const LINK = 'font-medium text-accent-strong underline underline-offset-2'

type PasswordPageProps = {
  notice: string | undefined
  onSecondStep: () => void
  onNoAccount: () => void
}

function PasswordPage({ notice, onSecondStep, onNoAccount }: PasswordPageProps) {
  const { login, reset, email, password, showPassword } = useAccountTexts()
  const own: Record<string, string> = { '?left': login.left, '?reset': reset.done }
  const shown = notice ?? own[window.location.search]
  const { submitting, submit } = useSignIn({
    path: '/api/login',
    success: login.done,
    failure: login.failed,
    fallback: accountMessages.wrongLogin,
    onNoAccount,
    onError: () => form.focusOn('password'),
    onSecondStep,
  })
  const form = useAccountForm({ schema: loginSchema, onValid: submit })
  return (
    <AccountPage title={login.title}>
      {shown && (
        <p role="status" className="text-center text-sm">
          {shown}
        </p>
      )}
      <form {...form.bind} className="grid gap-4">
        <TextField
          label={email}
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          message={form.messageAt('email')}
        />
        <PasswordField
          label={password}
          toggle={showPassword}
          name="password"
          autoComplete="current-password"
          message={form.messageAt('password')}
        />
        <Button type="submit" disabled={submitting}>
          {submitting ? login.submitting : login.submit}
        </Button>
      </form>
      <div className="grid gap-2 text-center text-sm text-muted">
        <a href="/forgot-password" className={`hit-area justify-self-center ${LINK}`}>
          {login.forgot}
        </a>
        <p>
          {login.noAccount}{' '}
          <a href="/signup" className={LINK}>
            {login.signUp}
          </a>
        </p>
      </div>
    </AccountPage>
  )
}
