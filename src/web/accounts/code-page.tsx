import { accountMessages } from '#core/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { CodeField } from './code-field.tsx'
import { secondStepSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'
import { useSignIn } from './use-sign-in.ts'

/** The second step of the login, after the password (SPEC V7). `onBack`: to the password, also when the time is over. */
export function CodePage({ onBack }: { onBack: () => void }) {
  const { submitting, submit } = useSignIn({
    path: '/api/login/second-step',
    success: accountMessages.loggedIn,
    failure: accountMessages.loginFailed,
    fallback: accountMessages.tryAgain,
    onError: ({ code }, status) => {
      if (status === 401) onBack()
      else form.showError('code', code?.[0] ?? '')
    },
  })
  const form = useAccountForm({ schema: secondStepSchema, onValid: submit })
  return (
    <AccountPage
      title="Two-Step Login"
      subtitle="Enter the code that your authenticator app shows."
    >
      <form {...form.bind} className="grid gap-4">
        <CodeField message={form.messageAt('code')} />
        <Button type="submit" disabled={submitting}>
          {submitting ? 'Logging in...' : 'Login'}
        </Button>
      </form>
      <p className="text-center text-sm">
        <button
          type="button"
          className="hit-area font-medium text-accent-strong underline underline-offset-2"
          onClick={onBack}
        >
          Back to login
        </button>
      </p>
    </AccountPage>
  )
}
