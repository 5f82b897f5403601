/** The company's own screen: who it is, what settlements start from, and the account (SPEC A2, B36). */
import { useState } from 'react'
import { Page } from '#web/ui/page.tsx'
import { AccountCard } from './account-card.tsx'
import { CompanyCard } from './company-card.tsx'
import { useUnsaved } from '#web/ui/unsaved.ts'

export function SettingsPage() {
  const [changed, setChanged] = useState(false)
  useUnsaved(changed, 'the settings')
  return (
    <Page title="Settings" description="Your company, your default deductions and your account.">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <CompanyCard onChanged={setChanged} />
        <AccountCard changed={changed} />
      </div>
    </Page>
  )
}
