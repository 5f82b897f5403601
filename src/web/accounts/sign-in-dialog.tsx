import { useState } from 'react'
import type { SecondStepPending } from '#core/accounts/two-step.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { ApiError, request } from '#web/api/client.ts'
import type { Session } from '#web/api/session.ts'
import { postAccount } from '#web/api/switch-account.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { PasswordField } from '#web/ui/inputs/text-field.tsx'
import { CodeField } from './code-field.tsx'
import { messageOf, useAccountTexts } from './messages/use-texts.ts'
import { loginSchema, secondStepSchema } from './schemas.ts'
import { useAccountForm } from './use-account-form.ts'

type EndedSession = Extract<Session, { state: 'ended' }>

/** A login dialog over the current screen after the session expired. Nothing typed below it is lost. */
export function SignInDialog({ session }: { session: EndedSession }) {
  const { again } = useAccountTexts()
  const { email, account } = session.user
  return (
    <Dialog
      open
      title={again.title}
      description={again.description(email)}
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
  const [isSecondStep, setSecondStep] = useState(false)
  const enter = (user: SignedInUser) => enterAccount(user, accountId).then(() => onAnswer(true))
  const shared = { onEnter: enter, onCancel: () => onAnswer(false) }
  if (isSecondStep) return <CodeForm {...shared} onExpired={() => setSecondStep(false)} />
  return <PasswordForm {...shared} email={email} onSecondStep={() => setSecondStep(true)} />
}

/** Switches to the screen's account: a record must not be saved into another account of the same person. */
async function enterAccount({ account }: SignedInUser, accountId: string): Promise<void> {
  if (account.id !== accountId) await postAccount(accountId)
}

type StepProps = { onEnter: (user: SignedInUser) => Promise<void>; onCancel: () => void }
type PasswordFormProps = StepProps & { email: string; onSecondStep: () => void }

function PasswordForm({ email, onEnter, onCancel, onSecondStep }: PasswordFormProps) {
  const texts = useAccountTexts()
  const [submitting, setSubmitting] = useState(false)
  const form = useAccountForm({ schema: loginSchema, onValid: logIn })

  async function logIn(body: object) {
    if (submitting) return
    setSubmitting(true)
    try {
      const path = '/api/login'
      const response = await request<SignedInUser | SecondStepPending>('POST', path, { body })
      if ('secondStep' in response) onSecondStep()
      else await onEnter(response)
    } catch (error) {
      setSubmitting(false)
      form.showError('password', messageOf(error, texts))
    }
  }

  return (
    <form {...form.bind} className="grid gap-4">
      <PasswordField
        label={texts.password}
        toggle={texts.showPassword}
        name="password"
        autoComplete="current-password"
        message={form.messageAt('password')}
      />
      {/* Only the same person can log in: a record must not be saved into another account. */}
      <input type="hidden" name="email" value={email} />
      <LoginButtons submitting={submitting} onCancel={onCancel} />
    </form>
  )
}

type CodeFormProps = StepProps & { onExpired: () => void }

function CodeForm({ onEnter, onCancel, onExpired }: CodeFormProps) {
  const texts = useAccountTexts()
  const [submitting, setSubmitting] = useState(false)
  const form = useAccountForm({ schema: secondStepSchema, onValid: logIn })

  async function logIn(body: object) {
    if (submitting) return
    setSubmitting(true)
    try {
      await onEnter(await request<SignedInUser>('POST', '/api/login/second-step', { body }))
    } catch (error) {
      setSubmitting(false)
      const message = messageOf(error, texts)
      if (error instanceof ApiError && error.status === 401) {
        toastFailure(texts.login.failed, message)
        return onExpired()
      }
      form.showError('code', message)
    }
  }

  return (
    <form {...form.bind} className="grid gap-4">
      <CodeField message={form.messageAt('code')} />
      <LoginButtons submitting={submitting} onCancel={onCancel} />
    </form>
  )
}

function LoginButtons({ submitting, onCancel }: { submitting: boolean; onCancel: () => void }) {
  const { again, login } = useAccountTexts()
  return (
    <div className="flex justify-end gap-2">
      <Button variant="secondary" onClick={onCancel}>
        {again.notNow}
      </Button>
      <Button type="submit" disabled={submitting}>
        {submitting ? login.submitting : login.submit}
      </Button>
    </div>
  )
}
