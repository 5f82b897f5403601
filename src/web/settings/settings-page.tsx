/** The company's own screen: who it is, what settlements start from, and the account (SPEC A2, B36). */
import { useState } from 'react'
import { RulesList } from '#web/deductions/rules-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataCard } from '#web/transfer/data-card.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccountCard } from './account-card.tsx'
import { CompanyCard } from './company-card.tsx'
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
            description="Taken on each settlement of every truck: a carrier's share, a dispatch fee, a subscription. Those of one truck are on the Trucks screen."
          >
            <RulesList truckId={null} />
          </Card>
        </div>
        <div className="grid gap-5">
          <AccountCard changed={changed} />
          <SignInCard />
          <DataCard />
        </div>
      </div>
    </Page>
  )
}
