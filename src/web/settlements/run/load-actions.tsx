import { FileCheck, Package, PackageCheck, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { PAPER_KINDS } from '#core/required-papers/paper-kinds.ts'
import type { ExceptionCause } from '#core/settlements/run/exceptions.ts'
import { type IncompleteLoad, listWithout, type RunRow } from '#core/settlements/run/run.ts'
import { useMayChange } from '#web/api/may.tsx'
import { useAddDocuments } from '#web/documents/adding/add-documents.tsx'
import { pageAddress } from '#web/records/page/page-address.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { labelLoads, useSetLoads } from '#web/records/selection/use-set-loads.ts'

type LoadActions = {
  /** For a missing paper; none for another cause. */
  listFor: (row: RunRow, cause: ExceptionCause) => RowAction[]
  /** Must be rendered. */
  parts: ReactNode
}

/** What ends the exception of a missing paper: its document, or the statuses of its loads (SPEC C482). */
export function useLoadActions(): LoadActions {
  const mayChange = useMayChange('loads')
  const adding = useAddDocuments('Documents for a load of the run', { loadId: null })
  const setting = useSetLoads()

  function set(text: string, loads: IncompleteLoad[], values: Record<string, string>): RowAction {
    const ids = loads.map(({ id }) => id)
    const done = 'bolStatus' in values ? 'BOL received' : 'delivered'
    return {
      text,
      label: text,
      Icon: 'bolStatus' in values ? FileCheck : PackageCheck,
      onClick: () => setting.run({ ids, set: values, title: `${labelLoads(loads)}: ${done}` }),
    }
  }

  function listChanges(loads: IncompleteLoad[], cause: ExceptionCause): RowAction[] {
    const paper = PAPER_KINDS.find(({ value }) => value === cause)?.value
    const undelivered = loads.filter(({ isDelivered }) => !isDelivered)
    const received = set(
      loads.length === 1 ? 'Mark BOL Received' : `Mark ${loads.length} BOLs Received`,
      loads,
      { bolStatus: 'received' },
    )
    const delivered = set(
      loads.length === 1
        ? 'Mark Delivered'
        : `Mark ${pluralize(undelivered.length, 'Load')} Delivered`,
      undelivered,
      { deliveryStatus: 'delivered' },
    )
    return [
      ...(cause === 'bol' ? [received] : []),
      ...(undelivered.length ? [delivered] : []),
      ...loads.map(({ id, number }): RowAction => {
        const text = loads.length === 1 ? 'Add Document' : `Add Document to ${number}`
        const onClick = () => adding.choose({ loadId: id, ...(paper && { expected: paper }) })
        return { text, label: text, Icon: Upload, onClick }
      }),
    ]
  }

  return {
    listFor(row, cause) {
      const loads = listWithout(row, cause)
      if (!loads.length) return []
      return [
        ...(mayChange ? listChanges(loads, cause) : []),
        ...loads.map(({ id, number }): RowAction => {
          const text = `Open Load ${number}`
          return { text, label: text, Icon: Package, to: pageAddress('loads', id) }
        }),
      ]
    },
    parts: adding.parts,
  }
}
