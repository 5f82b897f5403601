/** The Receivables screen: what each broker owes, as of any day (SPEC C200, C201). */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { formatDay, isDay } from '#core/calendar.ts'
import { AGING_BASES } from '#core/receivables/aging.ts'
import { DownloadLink, OpenFileLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { LINK_BUTTON } from '#web/ui/button.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { readAgingChoice, writeAgingChoice, type AgingInputs } from './aging-address.ts'
import { AgingTable } from './aging-table.tsx'
import { BridgeCard } from './bridge-card.tsx'
import { agingQuery, agingSearch } from './queries.ts'

export function ReceivablesPage() {
  const { choice, choose } = useChoice()
  const query = useQuery(agingQuery(choice))
  const search = agingSearch(choice)
  return (
    <Page
      title="Receivables"
      description="What each broker owes, as of any day."
      actions={
        <div className="flex flex-wrap gap-2">
          <Link className={LINK_BUTTON} to="/receivables/reminders">
            Reminders
          </Link>
          <OnlyFor permission="export">
            <DownloadLink href={`/api/receivables/aging.csv?${search}`}>
              <Download aria-hidden className="size-4" />
              Export CSV
            </DownloadLink>
            <OpenFileLink needs="company" href={`/api/receivables/aging.pdf?${search}`}>
              PDF
            </OpenFileLink>
          </OnlyFor>
        </div>
      }
    >
      <div className="grid gap-x-4 sm:grid-cols-[12rem_14rem] print:hidden">
        <Labeled label="As of" name="asOf" hint="Includes entries dated through this day">
          {(aria) => (
            <DayInput
              {...aria}
              key={choice.asOf}
              value={choice.asOf}
              onChange={(asOf) => isDay(asOf) && choose({ asOf })}
            />
          )}
        </Labeled>
        <Labeled label="Aged by" name="basis">
          {(aria) => (
            <Select
              {...aria}
              value={choice.basis}
              options={AGING_BASES}
              onChange={(basis) => choose({ basis })}
            />
          )}
        </Labeled>
      </div>
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            {data.brokers.length === 0 && (
              <p className="text-sm text-muted">
                No broker owed anything on {formatDay(data.asOf)}. Approved invoices appear here
                starting on their invoice date.
              </p>
            )}
            {data.brokers.length > 0 && <AgingTable aging={data} />}
          </>
        )}
      </Query>
      <BridgeCard key={choice.asOf} to={choice.asOf} />
    </Page>
  )
}

/** The day and the basis of the age are in the address, unless they are the defaults. */
function useChoice() {
  const [params, setParams] = useSearchParams()
  const choice = readAgingChoice(params, today())
  return {
    choice,
    choose: (changed: Partial<AgingInputs>) =>
      setParams(writeAgingChoice({ ...choice, ...changed }, today())),
  }
}
