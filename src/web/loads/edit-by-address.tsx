import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { entityNamed } from '#core/entities.ts'
import { useRecord } from '#web/api/queries.ts'
import { LoadForm } from './load-form.tsx'

/** /loads?edit=7 opens that load's form, and the address goes back to /loads (SPEC A2). */
export function EditByAddress() {
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
  return <LoadForm entity={entityNamed('loads')} record={load.data} onClose={() => setId(null)} />
}
