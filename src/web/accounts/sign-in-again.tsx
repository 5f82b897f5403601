import { useForm } from 'react-hook-form'
import type { User } from '#core/accounts.ts'
import { request } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'

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
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState

  async function logIn({ password }: { password: string }) {
    try {
      await request<User>('POST', '/api/login', { body: { email, password } })
      onAnswer(true)
    } catch (error) {
      setError('password', { message: (error as Error).message }, { shouldFocus: true })
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(logIn)(event)}>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password}
        {...register('password', { required: 'Password is required' })}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          Not now
        </Button>
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Logging in...' : 'Login'}
        </Button>
      </div>
    </form>
  )
}
