import { Button } from '#web/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { useAccountTexts } from './messages/use-texts.ts'
import { useSignIn } from './use-sign-in.ts'

/** Shown after the login of a person whose last membership has ended: wait for an invitation, or create an account (SPEC C92). */
export function NoAccountPage({ onBack }: { onBack: () => void }) {
  const { noAccount, login, code, other } = useAccountTexts()
  const { submitting, submit } = useSignIn({
    path: '/api/signup/account',
    success: login.done,
    failure: noAccount.failed,
    fallback: other,
    // The login took too long, or an invitation was accepted meanwhile.
    onError: (_, status) => {
      if (status === 401 || status === 409) onBack()
    },
  })
  return (
    <AccountPage title={noAccount.title}>
      <p className="text-sm">{noAccount.waiting}</p>
      <p className="text-sm">{noAccount.own}</p>
      <Button size="long" disabled={submitting} onClick={() => void submit({})}>
        {submitting ? noAccount.creating : noAccount.create}
      </Button>
      <button
        type="button"
        className="hit-area justify-self-center text-sm font-medium text-accent-strong underline underline-offset-2"
        onClick={onBack}
      >
        {code.back}
      </button>
    </AccountPage>
  )
}
