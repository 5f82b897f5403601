import { Button } from '#web/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { CodeField } from './code-field.tsx'
import { useAccountTexts } from './messages/use-texts.ts'
import { secondStepSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'
import { useSignIn } from './use-sign-in.ts'

type CodePageProps = {
  /** Returns to the password. Also called when the time to enter the code has run out. */
  onBack: () => void
  /** Called if the login succeeded but the person belongs to no account. */
  onNoAccount: () => void
}

/** The second step of the login, after the password (SPEC C76). */
export function CodePage({ onBack, onNoAccount }: CodePageProps) {
  const texts = useAccountTexts()
  const { code: labels, login } = texts
  const { submitting, submit } = useSignIn({
    path: '/api/login/second-step',
    success: login.done,
    failure: login.failed,
    fallback: texts.other,
    onNoAccount,
    onError: ({ code = [] }, status) => {
      if (status === 401) onBack()
      else form.showError('code', code[0] ?? '')
    },
  })
  const form = useAccountForm({ schema: secondStepSchema, onValid: submit })
  return (
    <AccountPage title={labels.title} subtitle={labels.subtitle}>
      <form {...form.bind} className="grid gap-4">
        <CodeField message={form.messageAt('code')} />
        <Button type="submit" disabled={submitting}>
          {submitting ? login.submitting : login.submit}
        </Button>
      </form>
      <p className="text-center text-sm">
        <button
          type="button"
          className="hit-area font-medium text-accent-strong underline underline-offset-2"
          onClick={onBack}
        >
          {labels.back}
        </button>
      </p>
    </AccountPage>
  )
}
