import { useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useAcceptance } from './use-acceptance.ts'

type JoinFormProps = { token: string; account: string }

/** For a person who is logged in: one click adds the account. */
export function JoinForm({ token, account }: JoinFormProps) {
  const { invitation } = useAccountTexts()
  const { submitting, accept } = useAcceptance({ token })
  return (
    <div className="grid gap-4">
      <Button autoFocus size="long" disabled={submitting} onClick={() => void accept()}>
        {submitting ? invitation.joining : invitation.title(account)}
      </Button>
      <p className="text-center text-sm text-muted">{invitation.others}</p>
      <a
        href="/"
        className="hit-area justify-self-center text-sm font-medium text-accent-strong underline underline-offset-2"
      >
        {invitation.notNow}
      </a>
    </div>
  )
}
