import { FileCheck, PackageCheck, Upload } from 'lucide-react'
import type { AnyRecord } from '#core/entities/entity.ts'
import { useMayChange } from '#web/api/may.tsx'
import { useAddDocuments } from '#web/documents/adding/add-documents.tsx'
import { labelLoads, useSetLoads } from '#web/records/selection/use-set-loads.ts'
import { Button } from '#web/ui/button.tsx'

/** What a load needs next, without its form (SPEC C482). Shows nothing once it is delivered and its BOL is received. */
export function LoadSteps({ load }: { load: AnyRecord }) {
  const mayChange = useMayChange('loads')
  const adding = useAddDocuments('BOL or another document to add', {
    loadId: load.id,
    expected: 'bol',
  })
  const setting = useSetLoads()
  const isDelivered = load.deliveryStatus === 'delivered'
  const hasBol = load.bolStatus === 'received'
  const name = labelLoads([{ number: String(load.loadId) }])
  const set = (values: Record<string, string>, done: string) =>
    setting.run({ ids: [load.id], set: values, title: `${name}: ${done}` })
  if (!mayChange) return null
  return (
    <>
      {(!isDelivered || !hasBol) && (
        <div role="group" aria-label="Next steps" className="flex flex-wrap gap-2 print:hidden">
          {!isDelivered && (
            <Button
              variant="secondary"
              size="sm"
              aria-disabled={setting.busy}
              onClick={() => set({ deliveryStatus: 'delivered' }, 'delivered')}
            >
              <PackageCheck aria-hidden className="size-4" />
              Mark Delivered
            </Button>
          )}
          {!hasBol && (
            <>
              <Button
                variant="secondary"
                size="sm"
                aria-disabled={setting.busy}
                onClick={() => set({ bolStatus: 'received' }, 'BOL received')}
              >
                <FileCheck aria-hidden className="size-4" />
                Mark BOL Received
              </Button>
              <Button variant="secondary" size="sm" onClick={() => adding.choose()}>
                <Upload aria-hidden className="size-4" />
                Add BOL
              </Button>
            </>
          )}
        </div>
      )}
      {/* Stays when the BOL ends the last step: the dialog is still storing it. */}
      {adding.parts}
    </>
  )
}
