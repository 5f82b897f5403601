import { useState } from 'react'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { request } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { postAccount } from '#web/api/switch-account.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { loginSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'

/** A login above the current screen after its session expired. Nothing typed below is lost. */
export function SignInAgain() {
  const session = useSession()
  if (session.state !== 'ended') return null
  const { email, account } = session.user
  return (
    <Dialog
      open
      title="Log In Again"
      description={`Your session expired. Log in as ${email} to continue; nothing you typed is lost.`}
      onOpenChange={(open) => !open && session.answer(false)}
    >
      <LoginForm email={email} accountId={account.id} onAnswer={session.answer} />
    </Dialog>
  )
}

type LoginFormProps = {
  email: string
  accountId: string
  onAnswer: (signedIn: boolean) => void
}

function LoginForm({ email, accountId, onAnswer }: LoginFormProps) {
  const [submitting, setSubmitting] = useState(false)
  const form = useAccountForm({ schema: loginSchema, onValid: logIn })

  async function logIn(body: object) {
    if (submitting) return
    setSubmitting(true)
    try {
      const user = await request<SignedInUser>('POST', '/api/login', { body })
      // A record must not be saved into another account of the same person.
      if (user.account.id !== accountId) await postAccount(accountId)
      onAnswer(true)
    } catch (error) {
      setSubmitting(false)
      form.showError('password', (error as Error).message)
    }
  }

  return (
    <form {...form.bind} className="grid gap-4">
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        message={form.messageAt('password')}
      />
      {/* Only the same user: a record must not be saved into another account. */}
      <input type="hidden" name="email" value={email} />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          Not Now
        </Button>
        <Button type="submit" disabled={submitting}>
          {submitting ? 'Logging in...' : 'Login'}
        </Button>
      </div>
    </form>
  )
}
