import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { entityNamed } from '#core/entities.ts'
import type { AnyRecord } from '#core/entity.ts'
import { useRecord } from '#web/api/queries.ts'
import { RecordsPage, labelOf } from '#web/records/records-page.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { LoadDetails } from './load-details.tsx'
import { LoadForm } from './load-form.tsx'

const loads = entityNamed('loads')

export function LoadsPage() {
  const [viewed, setViewed] = useState<AnyRecord>()
  return (
    <RecordsPage
      entity={loads}
      Form={LoadForm}
      rowActions={(record) => (
        <IconButton label={`View ${labelOf(loads, record)}`} onClick={() => setViewed(record)}>
          <Eye aria-hidden className="size-4" />
        </IconButton>
      )}
    >
      {viewed && <LoadDetails load={viewed} onClose={() => setViewed(undefined)} />}
      <EditByAddress />
    </RecordsPage>
  )
}

/** /loads?edit=7 opens that load's form, and the address goes back to /loads (SPEC A2). */
function EditByAddress() {
  const [params, setParams] = useSearchParams()
  const [id, setId] = useState<number | null>(null)
  const asked = params.get('edit')
  const load = useRecord('loads', id)

  const asksFor = /^\d{1,15}$/.test(asked ?? '') ? Number(asked) : null
  if (asksFor !== null && asksFor !== id) setId(asksFor)

  useEffect(() => {
    if (asked !== null) setParams({}, { replace: true })
  }, [asked, setParams])

  if (id === null || !load.data) return null
  return <LoadForm entity={loads} record={load.data} onClose={() => setId(null)} />
}
