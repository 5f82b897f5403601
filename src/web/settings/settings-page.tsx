/** The company's own screen: who it is, what settlements start from, and the account (SPEC A2, B36). */
import { useState } from 'react'
import { DataCard } from '#web/transfer/data-card.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccountCard } from './account-card.tsx'
import { CompanyCard } from './company-card.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'

export function SettingsPage() {
  const [changed, setChanged] = useState(false)
  return (
    <Page title="Settings" description="Your company, your default deductions and your account.">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <CompanyCard onChanged={setChanged} />
        <div className="grid gap-5">
          <AccountCard changed={changed} />
          <DataCard />
        </div>
      </div>
      <LeaveGuard changed={changed} what="The settings that you changed here" />
    </Page>
  )
}
