import type { Signup } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { accountEnglish } from './messages/english.ts'
import { findWeakness } from './new-password-field.tsx'
import { NewPersonFields } from './new-person-fields.tsx'
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
    onError: (fields) => form.showErrors(fields),
  })
  const form = useAccountForm({ schema: signupSchema, onValid: signUp, texts: accountEnglish })

  async function signUp(values: Signup): Promise<void> {
    const weakness = await findWeakness(values)
    if (weakness) form.showError('password', weakness)
    else await submit(values)
  }

  return (
    <AccountPage
      inEnglish
      title="Create Your Account"
      subtitle="Get started with your fleet management system"
      footer="© 2025 Haulbook. All rights reserved."
    >
      <form {...form.bind} className="grid gap-4">
        <NewPersonFields texts={accountEnglish} messageAt={form.messageAt} />
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
