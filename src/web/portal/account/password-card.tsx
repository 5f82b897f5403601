import { useState } from 'react'
import { PASSWORD_LENGTH } from '#core/accounts/accounts.ts'
import { ApiError, request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { describeError } from '#web/portal/loaded.tsx'
import type { Messages } from '#web/portal/messages/english.ts'
import { useMessages } from '#web/portal/portal-user.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/inputs/text-field.tsx'

const BLANK = { currentPassword: '', newPassword: '' }

/** Changes the password, which ends the person's other sessions (SPEC S03). */
export function PasswordCard() {
  const messages = useMessages()
  const [typed, setTyped] = useState(BLANK)
  const [short, setShort] = useState(false)
  const change = useAction({
    send: () => request('PUT', '/api/auth/password', { body: typed }),
    onDone: () => setTyped(BLANK),
    refetch: 'nothing',
  })
  const errors = findErrors(change.error, messages)

  function type(values: Partial<typeof BLANK>) {
    setTyped({ ...typed, ...values })
    setShort(false)
    change.reset()
  }

  function save() {
    if (typed.newPassword.length < PASSWORD_LENGTH.min) setShort(true)
    else change.run()
  }

  return (
    <Card title={messages.password} description={messages.passwordRule}>
      <form
        noValidate
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          type="password"
          label={messages.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          value={typed.currentPassword}
          message={errors.current}
          onChange={(event) => type({ currentPassword: event.target.value })}
        />
        <TextField
          type="password"
          label={messages.newPassword}
          name="newPassword"
          autoComplete="new-password"
          value={typed.newPassword}
          message={short ? messages.passwordShort : errors.new}
          onChange={(event) => type({ newPassword: event.target.value })}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="secondary" aria-disabled={change.busy}>
            {messages.save}
          </Button>
          <p role="status" className="text-sm">
            {change.isDone && messages.passwordChanged}
          </p>
        </div>
      </form>
    </Card>
  )
}

type FieldErrors = { current?: string | undefined; new?: string | undefined }

function findErrors(error: Error | null, messages: Messages): FieldErrors {
  if (!error) return {}
  const fields = error instanceof ApiError ? error.fields : undefined
  if (fields?.newPassword) return { new: messages.passwordRejected }
  if (fields?.currentPassword) return { current: messages.passwordWrong }
  return { new: describeError(error, messages) }
}
