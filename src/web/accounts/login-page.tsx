import { useForm } from 'react-hook-form'
import { accountMessages } from '#core/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField, PasswordField } from '#web/ui/text-field.tsx'
import { AccountPage } from './account-page.tsx'
import { lateCheck } from './late-check.ts'
import { useEnter } from './use-enter.ts'

const CHECK = lateCheck(async () => (await import('#core/accounts.ts')).loginSchema)

export function LoginPage() {
  const form = useForm({
    resolver: CHECK,
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const login = useEnter({
    path: '/api/login',
    success: accountMessages.loggedIn,
    failure: accountMessages.loginFailed,
    fallback: accountMessages.wrongLogin,
    onRefused: () => form.setFocus('password'),
  })
  return (
    <AccountPage title="Login to Your Account">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit((values) => login.enter(values))(event)}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.email}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password}
          {...form.register('password')}
        />
        <Button type="submit" disabled={login.entering}>
          {login.entering ? 'Logging in...' : 'Login'}
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
