import { useState } from 'react'
import type { User } from '#core/accounts/accounts.ts'
import { request } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { loginSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'

/** Above every form while its session has ended: what was typed below stays, and is saved once the person is back. */
export function SignInAgain() {
  const session = useSession()
  if (session.state !== 'ended') return null
  const { email } = session.user
  return (
    <Dialog
      open
      title="Sign in again"
      description={`Your session has ended. Nothing you typed is lost: it goes on when ${email} is back.`}
      onOpenChange={(open) => !open && session.answer(false)}
    >
      <AgainForm email={email} onAnswer={session.answer} />
    </Dialog>
  )
}

type AgainFormProps = { email: string; onAnswer: (signedIn: boolean) => void }

function AgainForm({ email, onAnswer }: AgainFormProps) {
  const [entering, setEntering] = useState(false)
  const form = useAccountForm({ schema: loginSchema, onValid: logIn })

  async function logIn(body: object) {
    if (entering) return
    setEntering(true)
    try {
      await request<User>('POST', '/api/login', { body })
      onAnswer(true)
    } catch (error) {
      setEntering(false)
      form.refuse('password', (error as Error).message)
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
      {/* The same person as before: nobody else's record may be saved into another account. */}
      <input type="hidden" name="email" value={email} />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          Not now
        </Button>
        <Button type="submit" disabled={entering}>
          {entering ? 'Logging in...' : 'Login'}
        </Button>
      </div>
    </form>
  )
}
