import { useForm } from 'react-hook-form'
import { accountMessages } from '#core/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField, PasswordField } from '#web/ui/text-field.tsx'
import { AccountPage } from './account-page.tsx'
import { lateCheck } from './late-check.ts'
import { useEnter } from './use-enter.ts'

const EMPTY = { firstName: '', lastName: '', email: '', password: '' }

const CHECK = lateCheck(async () => (await import('#core/accounts.ts')).signupSchema)

export function SignupPage() {
  const form = useForm({
    resolver: CHECK,
    defaultValues: EMPTY,
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const signup = useEnter({
    path: '/api/signup',
    success: accountMessages.signedUp,
    failure: accountMessages.signupFailed,
    fallback: accountMessages.noAccount,
    onRefused: (fields) => {
      const message = fields.email?.[0]
      if (message) form.setError('email', { message }, { shouldFocus: true })
    },
  })
  return (
    <AccountPage
      title="Create Your Account"
      subtitle="Get started with your fleet management system"
      footer="© 2025 Haulbook. All rights reserved."
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit((values) => signup.enter(values))(event)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="First Name"
            autoComplete="given-name"
            autoFocus
            error={errors.firstName}
            {...form.register('firstName')}
          />
          <TextField
            label="Last Name"
            autoComplete="family-name"
            error={errors.lastName}
            {...form.register('lastName')}
          />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          placeholder="Minimum 8 characters"
          error={errors.password}
          {...form.register('password')}
        />
        <Button type="submit" disabled={signup.entering}>
          {signup.entering ? 'Creating Account...' : 'Create Account'}
        </Button>
      </form>
      <p className="text-center text-sm text-muted">
        Already have an account?{' '}
        <a href="/login" className="font-medium text-accent-strong underline underline-offset-2">
          Login
        </a>
      </p>
    </AccountPage>
  )
}
