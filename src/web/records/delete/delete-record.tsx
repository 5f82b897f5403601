import { useMutation, useQuery } from '@tanstack/react-query'
import { pluralizeRecords } from '#core/pluralize.ts'
import { everyEntity } from '#core/entities/entities.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { confirmDelete, deleted, failedToDelete, cannotDeleteTruckMessage } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { recordLabel } from '#web/records/format.ts'

type DeleteRecordProps = {
  entity: Entity
  record: AnyRecord
  onClose: () => void
  /** The lists are read again, without it. */
  onGone: () => void
}

/** Asks first, and says what else a deletion touches (SPEC A2, B24). */
export function DeleteRecord({ entity, record, onClose, onGone }: DeleteRecordProps) {
  const path = `/api/${entity.name}/${record.id}`
  const removal = useMutation({
    mutationFn: () => request('DELETE', path),
    onSuccess: async () => {
      toast(deleted(entity.singular))
      onClose()
      await refetchLists()
      onGone()
    },
    onError: (error) => {
      toastFailure(failedToDelete(entity.singular), error.message)
      onClose()
      void refetchLists()
    },
  })
  const links = useQuery({
    queryKey: ['links', entity.name, record.id],
    queryFn: () => request<Record<string, number>>('GET', `${path}/links`),
    gcTime: 0,
    // Once it is being deleted, reading the lists again must not ask for what is no more.
    enabled: removal.isIdle,
  })
  // The server refuses it as well; nobody should be asked for what is not going to happen.
  const kept = Boolean(links.data?.billing)
  return (
    <ConfirmDialog
      open
      title={confirmDelete(recordLabel(entity, record))}
      description={
        links.isPending ? 'Looking up what is linked to it...' : consequences(entity, links.data)
      }
      confirm={removal.isPending ? 'Deleting...' : 'Delete'}
      busy={links.isPending || removal.isPending || kept}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    />
  )
}

/** "2 trucks and 1 load will no longer be linked to it." */
function consequences(entity: Entity, links: Record<string, number> = {}): string {
  if (links.billing) return cannotDeleteTruckMessage(entity, links.billing)
  const linked = everyEntity.flatMap((one) => {
    const count = links[one.name]
    return count ? [pluralizeRecords(one, count)] : []
  })
  if (!linked.length) return 'This cannot be undone.'
  return `${linked.join(' and ')} will no longer be linked to it. This cannot be undone.`
}
