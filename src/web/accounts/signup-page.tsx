import { accountMessages } from '#core/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField, PasswordField } from '#web/ui/inputs/text-field.tsx'
import { accountEnglish } from './messages/english.ts'
import { AccountPage } from './account-page.tsx'
import { signupSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'
import { useSignIn } from './use-sign-in.ts'

export function SignupPage() {
  const { submitting, submit } = useSignIn({
    path: '/api/signup',
    texts: accountEnglish,
    success: accountMessages.signedUp,
    failure: accountMessages.signupFailed,
    fallback: accountMessages.noAccount,
    onError: (fields) => {
      for (const [name, [message]] of Object.entries(fields).slice(0, 1))
        if (message) form.showError(name, message)
    },
  })
  const form = useAccountForm({ schema: signupSchema, onValid: submit, texts: accountEnglish })
  return (
    <AccountPage
      inEnglish
      title="Create Your Account"
      subtitle="Get started with your fleet management system"
      footer="© 2025 Haulbook. All rights reserved."
    >
      <form {...form.bind} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="First Name"
            name="firstName"
            autoComplete="given-name"
            autoFocus
            message={form.messageAt('firstName')}
          />
          <TextField
            label="Last Name"
            name="lastName"
            autoComplete="family-name"
            message={form.messageAt('lastName')}
          />
        </div>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          message={form.messageAt('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          placeholder="Minimum 8 characters"
          message={form.messageAt('password')}
        />
        <Button type="submit" disabled={submitting}>
          {submitting ? 'Creating Account...' : 'Create Account'}
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
