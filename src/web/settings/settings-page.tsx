/** The company's details, its default deductions and the account (SPEC A2, B36). Every user manages their login here. */
import { useState } from 'react'
import { TwoStepCard } from '#web/accounts/two-step/two-step-card.tsx'
import { MailCard } from '#web/mail/mail-card.tsx'
import { RulesList } from '#web/deductions/rules-list.tsx'
import { InvoiceSettingsCard } from '#web/invoices/settings/invoice-settings-card.tsx'
import { CompanyOrderCard } from '#web/packets/order-card.tsx'
import { CompanyPapersCard } from '#web/required-papers/required-papers-card.tsx'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { Card } from '#web/ui/card.tsx'
import { SampleCard } from '#web/sample/sample-card.tsx'
import { DataCard } from '#web/transfer/data-card.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccountCard } from './account-card.tsx'
import { CompanyCards } from './company-card.tsx'
import { DeleteAccountCard } from './delete-account/delete-account-card.tsx'
import { TeamCard } from '#web/team/team-card.tsx'
import { LeaveAccountCard } from './leave-account-card.tsx'
import { StorageCard } from './storage-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'

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
