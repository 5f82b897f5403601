import { ClipboardPaste, Copy, Eye, FileText } from 'lucide-react'
import { useCallback, useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { useMayChange } from '#web/api/may.tsx'
import { recordLabel } from '#web/records/format.ts'
import {
  DropConfirmations,
  useNewFromConfirmation,
} from '#web/confirmations/new-from-confirmation.tsx'
import { RecordsPage } from '#web/records/list/records-page.tsx'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useUrlAction, useUrlRecord } from '#web/records/list/use-url-action.ts'
import { duplicateLoad } from './duplicate.ts'
import { LoadDetails } from './load-details.tsx'

const loads = getEntity('loads')
const LoadForm = onDemand(async () => (await import('./load-form.tsx')).LoadForm)

/** The list of loads, with a details dialog and its own form (SPEC A2). */
export function LoadsPage() {
  const [viewed, setViewed] = useState<AnyRecord>()
  const [duplicated, setDuplicated] = useState<AnyRecord>()
  const mayChange = useMayChange('loads')
  const papers = useNewFromConfirmation({ drops: mayChange })
  useUrlRecord(loads, 'view', setViewed)
  useUrlAction('confirmation', () => mayChange && papers.openEmpty())
  const rowActions = useCallback(
    (load: AnyRecord): RowAction[] => [
      {
        text: 'View',
        label: `View ${recordLabel(loads, load)}`,
        Icon: Eye,
        onClick: () => setViewed(load),
      },
      ...(mayChange
        ? [
            {
              text: 'Duplicate',
              label: `Duplicate ${recordLabel(loads, load)}`,
              Icon: Copy,
              wideOnly,
              onClick: () => setDuplicated(load),
            },
          ]
        : []),
    ],
    [mayChange],
  )
  return (
    <RecordsPage
      entity={loads}
      Form={LoadForm}
      rowActions={rowActions}
      moreWays={[
        {
          text: 'From Rate Confirmation',
          label: 'New loads from rate confirmations',
          Icon: FileText,
          onClick: papers.choose,
        },
        {
          text: 'From Pasted Text',
          label: 'New load from the text of an email',
          Icon: ClipboardPaste,
          onClick: papers.openEmpty,
        },
      ]}
      firstStep={<DropConfirmations from={papers} />}
    >
      {papers.parts}
      {viewed && (
        <LoadDetails
          load={viewed}
          onClose={() => setViewed(undefined)}
          onDuplicate={() => {
            setViewed(undefined)
            setDuplicated(viewed)
          }}
        />
      )}
      {duplicated && (
        <LoadForm
          entity={loads}
          start={duplicateLoad(duplicated)}
          onClose={() => setDuplicated(undefined)}
        />
      )}
    </RecordsPage>
  )
}

const wideOnly = true as const
