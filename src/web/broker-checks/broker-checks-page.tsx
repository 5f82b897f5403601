import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AllChecks } from '#core/broker-checks/checks.ts'
import { useMay } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { BrokerTable } from './broker-table.tsx'
import { ImportFileDialog } from './import-file-dialog.tsx'
import { ImportedFiles } from './imported-files.tsx'
import { allChecksQuery } from './queries.ts'

const LIST = { title: 'Brokers', to: '/brokers' }

/** Every broker with what FMCSA files say, and the brokers whose check is overdue (SPEC C228–C233). */
export function BrokerChecksPage() {
  const mayChange = useMay('loads')
  const [importing, setImporting] = useState(false)
  const query = useQuery(allChecksQuery)
  return (
    <Page
      title="Broker Checks"
      parent={LIST}
      description="What FMCSA files say about your brokers. Haulbook is not affiliated with FMCSA or DOT. Checks never block a load."
      actions={mayChange && <Button onClick={() => setImporting(true)}>Import FMCSA File</Button>}
    >
      <Query of={query} skeleton="h-64">
        {(data) => (
          <>
            <ImportedFiles files={data.files} />
            <Brokers checks={data} />
          </>
        )}
      </Query>
      {importing && <ImportFileDialog onClose={() => setImporting(false)} />}
    </Page>
  )
}

function Brokers({ checks: { brokers, dueAfter } }: { checks: AllChecks }) {
  const [params, setParams] = useSearchParams()
  const onlyDue = params.get('show') === 'due'
  const due = brokers.filter((broker) => broker.due)
  return (
    <Card title="Brokers">
      {dueAfter !== null && (
        <CheckLine
          label={`Not checked for ${dueAfter} days (${due.length})`}
          checked={onlyDue}
          onChange={(checked) => setParams(checked ? { show: 'due' } : {})}
        />
      )}
      <BrokerTable brokers={onlyDue ? due : brokers} />
    </Card>
  )
}
