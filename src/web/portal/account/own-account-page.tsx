import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { PASSWORD_LENGTH } from '#core/accounts/accounts.ts'
import type { Profile } from '#core/portal/responses.ts'
import { CodeField } from '#web/accounts/code-field.tsx'
import type { AccountTexts } from '#web/accounts/messages/english.ts'
import { translateMessage, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { findWeakness, NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { TwoStepCard } from '#web/accounts/two-step/two-step-card.tsx'
import { useTwoStep } from '#web/accounts/two-step/use-two-step.ts'
import { ApiError, request } from '#web/api/client.ts'
import { useLeaveAccount } from '#web/api/leave-account.ts'
import { useLogout } from '#web/api/logout.ts'
import { useUser } from '#web/api/session.ts'
import { useAction } from '#web/api/use-action.ts'
import { describeError, Loaded } from '#web/portal/loaded.tsx'
import type { Messages } from '#web/portal/messages/english.ts'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useMessages, usePortalUser } from '#web/portal/portal-user.ts'
import { profileQuery } from '#web/portal/queries.ts'
import { forgetQuestionDrafts } from '#web/portal/statement/question-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/inputs/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** The person's own record, the password, Leave and Log Out. */
export function OwnAccountPage() {
  const messages = useMessages()
  const { email } = usePortalUser()
  const query = useQuery(profileQuery)
  const logout = useLogout((error) =>
    toastFailure(messages.logOutFailed, describeError(error, messages)),
  )
  return (
    <PortalPage title={messages.account} note={messages.loggedInAs(email)}>
      <Loaded query={query}>{(profile) => <ProfileCard profile={profile} />}</Loaded>
      <OtherAccounts />
      <PasswordCard />
      <TwoStepCard />
      <LeaveCard />
      <p className="text-sm text-muted">{messages.install}</p>
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={logout.busy}
        onClick={() => {
          forgetQuestionDrafts()
          logout.run()
        }}
      >
        {messages.logOut}
      </Button>
    </PortalPage>
  )
}

function ProfileCard({ profile }: { profile: Profile }) {
  const messages = useMessages()
  const { name, address, phone, email, paymentMethod, bankEnding, taxIdEnding, carrier } = profile
  const ending = (text: string | null) => (text ? messages.endingIn(text) : messages.notOnRecord)
  return (
    <Card title={name} description={messages.changeNote}>
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        <Fact label={messages.address}>{address}</Fact>
        <Fact label={messages.phone}>{phone}</Fact>
        <Fact label={messages.email}>{email}</Fact>
        <Fact label={messages.paymentMethod}>
          {messages.methods[paymentMethod] ?? paymentMethod}
        </Fact>
        <Fact label={messages.bank}>{ending(bankEnding)}</Fact>
        <Fact label={messages.taxId}>{ending(taxIdEnding)}</Fact>
        <Fact label={messages.carrier}>
          <p>{carrier.name}</p>
          {carrier.phone && <ContactLink to={`tel:${carrier.phone}`}>{carrier.phone}</ContactLink>}
          {carrier.email && (
            <ContactLink to={`mailto:${carrier.email}`}>{carrier.email}</ContactLink>
          )}
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere whitespace-pre-line">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ContactLink({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <a className="hit-area text-accent-strong underline" href={to}>
        {children}
      </a>
    </p>
  )
}

/** The person's other accounts: one person can haul for several carriers. */
function OtherAccounts() {
  const messages = useMessages()
  const { account, accounts } = usePortalUser()
  const change = useAction({
    send: (id: string) => request('POST', '/api/auth/account', { body: { id } }),
    failed: (error) => toastFailure(messages.otherAccounts, describeError(error, messages)),
    // Loads the whole page again, so that no data of the previous account stays in memory.
    onDone: () => window.location.assign('/'),
    refetch: 'nothing',
  })
  const others = accounts.filter(({ id }) => id !== account.id)
  if (others.length === 0) return null
  return (
    <Card title={messages.otherAccounts}>
      <div className="flex flex-wrap gap-2">
        {others.map(({ id, name }) => (
          <Button
            key={id}
            variant="secondary"
            size="long"
            disabled={change.busy}
            onClick={() => change.run(id)}
          >
            {name}
          </Button>
        ))}
      </div>
    </Card>
  )
}

/** Ends the person's own access (SPEC C93). */
function LeaveCard() {
  const messages = useMessages()
  const { leave, cancel } = messages
  const { name } = usePortalUser().account
  const [asking, setAsking] = useState(false)
  const leaving = useLeaveAccount((error) => {
    setAsking(false)
    toastFailure(leave.failed, describeError(error, messages))
  }, forgetQuestionDrafts)
  return (
    <Card title={leave.title} description={leave.note}>
      <Button
        variant="secondary"
        size="long"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        {leave.action(name)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={leave.question(name)}
        description={leave.effect}
        confirm={leaving.busy ? leave.leaving : leave.confirm}
        cancel={cancel}
        busy={leaving.busy}
        onConfirm={() => leaving.run()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}

const BLANK = { currentPassword: '', newPassword: '', code: '' }

/** Changes the password, which ends the person's other sessions (SPEC S03), with a code if two-step login is on (SPEC C495). */
function PasswordCard() {
  const messages = useMessages()
  const [typed, setTyped] = useState(BLANK)
  const [problem, setProblem] = useState<string>()
  const [saves, setSaves] = useState(0)
  const user = useUser()
  const { data: twoStep } = useTwoStep()
  const texts = useAccountTexts()
  const change = useAction({
    send: () => request('PUT', '/api/auth/password', { body: typed }),
    onDone: () => {
      setTyped(BLANK)
      setSaves(saves + 1)
    },
    refetch: 'nothing',
  })
  const errors = findErrors(change.error, messages, texts)
  const codeField = {
    name: 'code',
    value: typed.code,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type({ code: target.value }),
  }

  function type(values: Partial<typeof BLANK>) {
    setTyped({ ...typed, ...values })
    setProblem(undefined)
    change.reset()
  }

  async function save() {
    const { newPassword: password } = typed
    if (password.length < PASSWORD_LENGTH.min) return setProblem(messages.passwordShort)
    const weakness = await findWeakness({ ...user, password })
    if (weakness) setProblem(translateMessage(weakness, texts))
    else change.run()
  }

  return (
    <Card title={messages.password} description={messages.passwordRule}>
      <form
        noValidate
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
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
        <NewPasswordField
          key={saves}
          texts={texts}
          label={messages.newPassword}
          message={problem ?? errors.new}
          {...(user && { known: user })}
          name="newPassword"
          onTyped={(newPassword) => type({ newPassword })}
        />
        {(twoStep?.on || errors.code) && (
          <CodeField
            takesFocus={false}
            message={errors.code && translateMessage(errors.code, texts)}
            field={codeField}
          />
        )}
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

type FieldErrors = { current?: string; new?: string; code?: string | undefined }

function findErrors(error: Error | null, messages: Messages, texts: AccountTexts): FieldErrors {
  if (!error) return {}
  const fields = error instanceof ApiError ? error.fields : undefined
  if (fields?.newPassword) return { new: translateMessage(fields.newPassword[0] ?? '', texts) }
  if (fields?.currentPassword) return { current: messages.passwordWrong }
  if (fields?.code) return { code: fields.code[0] }
  return { new: describeError(error, messages) }
}
