import { Printer } from 'lucide-react'
import { useState } from 'react'
import { chosenPaths, MAX_STATEMENTS } from '#core/settlements/statements.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { DownloadLink, LinkButton } from '#web/api/file-links.tsx'
import { Button } from '#web/ui/button.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'

/** The actions on the selected statements: approve the drafts, pay the open ones, print all (SPEC C51). */
export function StatementActions({ ids }: { ids: number[] }) {
  const [doing, setDoing] = useState<'approve' | 'pay'>()
  if (ids.length > MAX_STATEMENTS)
    return (
      <p className="self-center text-sm text-muted">
        Select at most {MAX_STATEMENTS} to approve, pay or print them.
      </p>
    )
  const paths = chosenPaths(ids)
  const shared = { ids, onClose: () => setDoing(undefined) }
  return (
    <>
      <OnlyFor permission="payroll">
        <Button variant="secondary" onClick={() => setDoing('approve')}>
          Approve…
        </Button>
        <Button variant="secondary" onClick={() => setDoing('pay')}>
          Pay…
        </Button>
      </OnlyFor>
      <OnlyFor permission="export">
        <DownloadLink href={paths.zip}>Download ZIP</DownloadLink>
        <LinkButton href={paths.pdf} target="_blank" rel="noopener">
          <Printer aria-hidden className="size-4" />
          Print PDF
        </LinkButton>
      </OnlyFor>
      {doing === 'approve' && <ApproveDialog {...shared} />}
      {doing === 'pay' && <PayDialog {...shared} />}
    </>
  )
}
