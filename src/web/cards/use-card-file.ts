/** The import of a file of a card company: checked whenever the file or a choice changes, then saved (SPEC C562, C563). */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DayOrder } from '#core/calendar.ts'
import type { Provider } from '#core/cards/cards.ts'
import { cardPurchases } from '#core/cards/purchase-list.ts'
import type { Negative } from '#core/cards/files/negative.ts'
import type { ApprovedWeeks, PurchaseCheck, PurchasesImported } from '#core/cards/imports.ts'
import { LARGEST_CSV, type ColumnMatch } from '#core/transfer/import.ts'
import { isWorkbookStart, WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'

const PATH = `/api/${cardPurchases.name}/import`

type Choices = {
  provider?: Provider
  columns?: ColumnMatch
  negative?: Negative
  approvedWeeks?: ApprovedWeeks
  days?: DayOrder
}
type OpenedFile = Choices & { name: string; content: Blob }

export function useCardFile(onSaved: (saved: PurchasesImported) => void) {
  const [file, setFile] = useState<OpenedFile>()
  const checking = useMutation({
    // One at a time: columns may change faster than a large file is checked.
    scope: { id: 'check card file' },
    mutationFn: (opened: OpenedFile) =>
      request<PurchaseCheck>('POST', `${PATH}/check${toQuery(opened)}`, { body: opened.content }),
  })
  const saving = useAction({
    send: (opened: OpenedFile, { key, confirmed }) =>
      request<PurchasesImported>('POST', `${PATH}${toQuery(opened, confirmed)}`, {
        body: opened.content,
        headers: { 'Idempotency-Key': key },
      }),
    failed: 'Failed to import the file',
    asks: ['problems', 'total', 'again'],
    onDone: onSaved,
  })

  function check(opened: OpenedFile) {
    setFile(opened)
    checking.mutate(opened)
  }

  return {
    name: file?.name,
    approvedWeeks: file?.approvedWeeks,
    result: checking.data,
    checking: checking.isPending,
    error: checking.error,
    saving,
    async choose(chosen: File) {
      check({ name: chosen.name, content: await readContent(chosen) })
    },
    change(choices: Choices) {
      if (file) check({ ...file, ...choices })
    },
    /** Needs no new check. */
    answer(answers: Pick<Choices, 'approvedWeeks'>) {
      if (file) setFile({ ...file, ...answers })
    },
    save() {
      if (file) saving.run(file)
    },
  }
}

/** Reads the whole file now: the user may save it again in the spreadsheet while the check is shown. */
async function readContent(chosen: File): Promise<Blob> {
  // One byte over the limit is enough for the server to reject the file.
  const bytes = new Uint8Array(await chosen.slice(0, LARGEST_CSV + 1).arrayBuffer())
  return new Blob([bytes], { type: isWorkbookStart(bytes) ? WORKBOOK_TYPE : 'text/csv' })
}

const LONGEST_NAME = 200

function toQuery(
  { name, provider, columns, negative, approvedWeeks, days }: OpenedFile,
  confirmed: string[] = [],
): string {
  const query = new URLSearchParams({
    name: name.slice(0, LONGEST_NAME),
    ...(provider && { provider }),
    ...(columns && { columns: columns.map((column) => column ?? '').join(',') }),
    ...(negative && { negative }),
    ...(approvedWeeks && { approvedWeeks }),
    ...(days && { days }),
    ...(confirmed.length && { confirmed: confirmed.join(',') }),
  })
  return `?${query}`
}
