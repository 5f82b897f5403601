import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Profile } from '#core/portal/responses.ts'
import { TwoStepCard } from '#web/accounts/two-step/two-step-card.tsx'
import { useLogout } from '#web/api/logout.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { describeError, Loaded } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useMessages, usePortalUser } from '#web/portal/portal-user.ts'
import { profileQuery } from '#web/portal/queries.ts'
import { forgetQuestionDrafts } from '#web/portal/statement/question-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { LeaveCard } from './leave-card.tsx'
import { PasswordCard } from './password-card.tsx'

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
