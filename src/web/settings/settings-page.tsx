/** The company's details, its default deductions and the account (SPEC A2, B36). Every user manages their login here. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatMegabytes, type Storage } from '#core/storage/storage.ts'
import { TwoStepCard } from '#web/accounts/two-step/two-step-card.tsx'
import { request } from '#web/api/client.ts'
import { useLeaveAccount } from '#web/api/leave-account.ts'
import { useLogout } from '#web/api/logout.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { useUser } from '#web/api/session.ts'
import { RulesList } from '#web/deductions/rules-list.tsx'
import { InvoiceSettingsCard } from '#web/invoices/settings/invoice-settings-card.tsx'
import { MailCard } from '#web/mail/mail-card.tsx'
import { CompanyOrderCard } from '#web/packets/order-card.tsx'
import { CompanyPapersCard } from '#web/required-papers/required-papers-card.tsx'
import { SampleCard } from '#web/sample/sample-card.tsx'
import { DeleteAccountCard } from '#web/settings/delete-account/delete-account-card.tsx'
import { TeamCard } from '#web/team/team-card.tsx'
import { DataCard } from '#web/transfer/data-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { DiscardDialog } from '#web/ui/overlays/leave-guard.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { Page } from '#web/ui/page.tsx'
import { CompanyCards } from './company-card.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionList } from './session-list.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'

export function SettingsPage() {
  const [companyChanged, setCompanyChanged] = useState(false)
  const [deductionsChanged, setDeductionsChanged] = useState(false)
  const changed = companyChanged || deductionsChanged
  useUnsaved(companyChanged, 'the settings')
  useUnsaved(deductionsChanged, 'the default deductions')
  const isAdmin = useMay('admin')
  const seesSettlements = useMay('settlements')
  const mayBill = useMay('billing')
  return (
    <Page title="Settings" description={describe(isAdmin, seesSettlements)}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {(isAdmin || seesSettlements) && (
          <div className="grid min-w-0 gap-5">
            {isAdmin && (
              <CompanyCards
                onCompanyChanged={setCompanyChanged}
                onDeductionsChanged={setDeductionsChanged}
              />
            )}
            {isAdmin && <TimeZoneCard />}
            {isAdmin && <CompanyPapersCard />}
            {mayBill && <InvoiceSettingsCard />}
            {isAdmin && <CompanyOrderCard />}
            {isAdmin && <MailCard />}
            {seesSettlements && (
              <Card
                title="Recurring Deductions"
                description="Charged on every truck's settlement: carrier's percentage, dispatch fee, ELD subscription. For one truck only, edit the truck."
              >
                <RulesList truckId={null} />
              </Card>
            )}
          </div>
        )}
        <div className="grid gap-5">
          <AccountCard changed={changed} />
          <SignInCard />
          <TwoStepCard />
          {!isAdmin && <LeaveAccountCard />}
          <OnlyFor permission="admin">
            <TeamCard />
            <StorageCard />
            <DataCard />
            <SampleCard />
            <DeleteAccountCard />
          </OnlyFor>
        </div>
      </div>
    </Page>
  )
}

function describe(isAdmin: boolean, seesSettlements: boolean): string {
  if (isAdmin) return 'Your company, your default deductions and your account.'
  return seesSettlements ? 'The default deductions and your login.' : 'Your login.'
}

/** The account's sessions and password (SPEC S03, S06). */
function SignInCard() {
  const [changing, setChanging] = useState(false)
  return (
    <Card title="Password and Sessions" description="Devices logged in to your account.">
      <SessionList />
      <Button variant="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
        Change Password
      </Button>
      <OnlyFor permission="audit">
        <p className="text-sm">
          <Link
            to="/audit"
            className="hit-area font-medium text-accent-strong underline underline-offset-2"
          >
            View audit log
          </Link>
        </p>
      </OnlyFor>
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}

/** Lets a member leave the account (SPEC C93). Admins do it on the Team page. */
function LeaveAccountCard() {
  const name = useUser()?.account.name ?? ''
  const [asking, setAsking] = useState(false)
  const leaving = useLeaveAccount(({ message }) => {
    setAsking(false)
    toastFailure('Failed to leave', message)
  })
  return (
    <Card title="Leave" description={`Ends your membership in ${name}.`}>
      <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
        Leave {name}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Leave ${name}?`}
        description="You will be logged out of it on all devices, and will need a new invitation to come back. Your records, comments and audit log entries stay. Your login and your other accounts stay too."
        confirm={leaving.busy ? 'Leaving...' : 'Leave'}
        busy={leaving.busy}
        onConfirm={() => leaving.run()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}

/** At or above this share of the quota, the card says what to do. */
const NEARLY_FULL = 0.9

/** How much of its quota the account uses (SPEC C31). Renders nothing without a quota. */
function StorageCard() {
  const id = useId()
  const { data } = useQuery({
    queryKey: ['storage'],
    queryFn: () => request<Storage>('GET', '/api/account/storage'),
    staleTime: 0,
  })
  if (!data) return null
  const { usedBytes, quotaBytes } = data
  return (
    <Card title="Storage" description="Records, statements and files of this account.">
      <div className="grid gap-2 text-sm">
        <p id={id}>
          {formatMegabytes(usedBytes)} of {formatMegabytes(quotaBytes)} used
        </p>
        <progress
          aria-labelledby={id}
          className={PROGRESS_BAR}
          max={quotaBytes}
          value={Math.min(usedBytes, quotaBytes)}
        />
        {usedBytes >= quotaBytes * NEARLY_FULL && (
          <p>
            {usedBytes < quotaBytes ? 'Nearly full. ' : 'Full: changes are rejected. '}
            Delete records that you no longer need, or ask the administrator for more.
          </p>
        )}
      </div>
    </Card>
  )
}

/** The signed-in user, and Log Out (SPEC A2, A6). `changed`: the settings have unsaved changes. */
function AccountCard({ changed }: { changed: boolean }) {
  const user = useUser()
  const { run: logOut, busy } = useLogout()
  const [asking, setAsking] = useState(false)
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  const leave = () => logOut()
  return (
    <Card title="Account">
      <dl className="grid gap-3 text-sm">
        <div>
          <dt className="text-muted">Name</dt>
          <dd className="wrap-anywhere">{name || 'Not set'}</dd>
        </div>
        <div>
          <dt className="text-muted">Email</dt>
          <dd className="wrap-anywhere">{user?.email}</dd>
        </div>
      </dl>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => (changed ? setAsking(true) : leave())}
      >
        {busy ? 'Logging out...' : 'Log Out'}
      </Button>
      <DiscardDialog
        what="the settings"
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          leave()
        }}
      />
    </Card>
  )
}
