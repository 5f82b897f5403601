/** The company's details, its default deductions and the account (SPEC A2, B36). */
import { useState } from 'react'
import { TwoStepCard } from '#web/accounts/two-step/two-step-card.tsx'
import { RulesList } from '#web/deductions/rules-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { SampleCard } from '#web/sample/sample-card.tsx'
import { DataCard } from '#web/transfer/data-card.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccountCard } from './account-card.tsx'
import { CompanyCard } from './company-card.tsx'
import { DeleteAccountCard } from './delete-account/delete-account-card.tsx'
import { StorageCard } from './storage-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'

export function SettingsPage() {
  const [changed, setChanged] = useState(false)
  useUnsaved(changed, 'the settings')
  return (
    <Page title="Settings" description="Your company, your default deductions and your account.">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <CompanyCard onChanged={setChanged} />
          <Card
            title="Recurring Deductions"
            description="Charged on every truck's settlement: carrier's percentage, dispatch fee, ELD subscription. For one truck only, edit the truck."
          >
            <RulesList truckId={null} />
          </Card>
        </div>
        <div className="grid gap-5">
          <AccountCard changed={changed} />
          <SignInCard />
          <TwoStepCard />
          <StorageCard />
          <DataCard />
          <SampleCard />
          <DeleteAccountCard />
        </div>
      </div>
    </Page>
  )
}
