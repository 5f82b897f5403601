import { Copy } from 'lucide-react'
import { useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { OnlyFor, useMayChange } from '#web/api/may.tsx'
import { BrokerBadge } from '#web/broker-checks/load-badge.tsx'
import { ConfirmedTotalNotice } from '#web/confirmations/confirmed-total.tsx'
import { ChargesCard } from '#web/charges/charges-card.tsx'
import { CommentThread } from '#web/comments/thread.tsx'
import { LoadDocuments } from '#web/documents/shown/load-documents.tsx'
import { LoadInvoices } from '#web/invoices/load/load-invoices.tsx'
import { RecordFacts, Facts } from '#web/records/page/record-facts.tsx'
import { RecordPage } from '#web/records/page/record-page.tsx'
import { MissingPapers } from '#web/required-papers/missing-papers.tsx'
import { LoadStatements } from '#web/settlements/statement/load-statements.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { duplicateLoad } from './duplicate.ts'
import { LoadPageRate } from './load-rates.tsx'
import { LoadSteps } from './load-steps.tsx'
import { fieldsOn, TABS, type Tab } from './load-tabs.ts'

const loads = getEntity('loads')
const LoadForm = onDemand(async () => (await import('./load-form.tsx')).LoadForm)

const KEPT = Object.keys(loads.fields).filter((name) => loads.fields[name]?.kept)

/** Fields that the facts leave out: the title has the number, and notes and missing papers have their own place. */
const ELSEWHERE = new Set(['loadId', 'notes', 'documents', ...KEPT])

/** The page of a load: all its fields, and its statement (SPEC C53). */
export function LoadPage() {
  const [duplicated, setDuplicated] = useState<AnyRecord>()
  const mayChange = useMayChange('loads')
  return (
    <>
      <RecordPage
        entity={loads}
        Form={LoadForm}
        actions={(load) =>
          mayChange && (
            <Button variant="secondary" onClick={() => setDuplicated(load)}>
              <Copy aria-hidden className="size-4" />
              Duplicate
            </Button>
          )
        }
      >
        {(load) => (
          <>
            <LoadSteps load={load} />
            <MissingPapers load={load} />
            <BrokerBadge brokerId={load.brokerId} />
            <OnlyFor permission="revenue">
              <ConfirmedTotalNotice load={load} />
            </OnlyFor>
            {TABS.map((tab) => (
              <TabFacts key={tab} tab={tab} load={load} />
            ))}
            <ChargesCard load={load} />
            <OnlyFor permission="settlements">
              <LoadPageRate load={load} />
            </OnlyFor>
            {typeof load.notes === 'string' && (
              <Card title="Notes">
                <p className="text-sm whitespace-pre-wrap wrap-anywhere">{load.notes}</p>
              </Card>
            )}
            <LoadDocuments loadId={load.id} number={String(load.loadId)} earlier={load.documents} />
            <OnlyFor permission="invoices">
              <LoadInvoices load={load} />
            </OnlyFor>
            <OnlyFor permission="settlements">
              <LoadStatements loadId={load.id} />
            </OnlyFor>
            <CommentThread kind="loads" id={load.id} />
          </>
        )}
      </RecordPage>
      {duplicated && (
        <LoadForm
          entity={loads}
          start={duplicateLoad(duplicated)}
          onClose={() => setDuplicated(undefined)}
        />
      )}
    </>
  )
}

/** The fields of one tab of the form. */
function TabFacts({ tab, load }: { tab: Tab; load: AnyRecord }) {
  const names = fieldsOn(tab, Object.keys(loads.fields)).filter((name) => !ELSEWHERE.has(name))
  return (
    <Card title={tab}>
      <Facts>
        <RecordFacts entity={loads} record={load} names={names} />
      </Facts>
    </Card>
  )
}
