import { useState } from 'react'
import { accountMessages } from '#core/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField, PasswordField } from '#web/ui/inputs/text-field.tsx'
import { AccountPage } from './account-page.tsx'
import { CodePage } from './code-page.tsx'
import { loginSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'
import { useSignIn } from './use-sign-in.ts'

/** After the deletion of an account, by the query of the address (SPEC C37). */
const NOTICES: Record<string, string> = {
  '?deleted': accountMessages.deleted,
  '?deleting': accountMessages.deleting,
}

/** `notice`: above the form. */
export function LoginPage({ notice = NOTICES[window.location.search] }: { notice?: string }) {
  const [isSecondStep, setSecondStep] = useState(false)
  if (isSecondStep) return <CodePage onBack={() => setSecondStep(false)} />
  return <PasswordPage notice={notice} onSecondStep={() => setSecondStep(true)} />
}

type PasswordPageProps = { notice: string | undefined; onSecondStep: () => void }

function PasswordPage({ notice, onSecondStep }: PasswordPageProps) {
  const { submitting, submit } = useSignIn({
    path: '/api/login',
    success: accountMessages.loggedIn,
    failure: accountMessages.loginFailed,
    fallback: accountMessages.wrongLogin,
    onError: () => form.focusOn('password'),
    onSecondStep,
  })
  const form = useAccountForm({ schema: loginSchema, onValid: submit })
  return (
    <AccountPage title="Login to Your Account">
      {notice && (
        <p role="status" className="text-center text-sm">
          {notice}
        </p>
      )}
      <form {...form.bind} className="grid gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          message={form.messageAt('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          message={form.messageAt('password')}
        />
        <Button type="submit" disabled={submitting}>
          {submitting ? 'Logging in...' : 'Login'}
        </Button>
      </form>
      <p className="text-center text-sm text-muted">
        Don't have an account?{' '}
        <a href="/signup" className="font-medium text-accent-strong underline underline-offset-2">
          Sign up
        </a>
      </p>
    </AccountPage>
  )
}
