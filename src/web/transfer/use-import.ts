import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entity } from '#core/entities/entity.ts'
import { pluralizeRecords } from '#core/pluralize.ts'
import {
  LARGEST_CSV,
  type ColumnMatch,
  type ImportCheck,
  type Imported,
} from '#core/transfer/import.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey } from '#web/api/request-key.ts'
import { offerUndo, operationHeaders } from '#web/api/undo.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { describeImportError, isFileError, listCellErrors } from './import-errors.ts'

export type ChosenFile = { name: string; content: Promise<Blob> }

type CheckRequest = { file: ChosenFile; columns?: ColumnMatch }
type ImportRequest = { file: ChosenFile; columns: ColumnMatch; key: string }

/** Checks a file whenever the file or its column matching changes, and imports it. */
export function useImport(entity: Entity, onDone: () => void) {
  const [file, setFile] = useState<ChosenFile>()
  const [result, setResult] = useState<ImportCheck>()
  const path = `/api/${entity.name}/import`
  const { key, onResponse } = useRequestKey()

  const checking = useMutation({
    // One at a time: columns may change faster than a large file is checked.
    scope: { id: `check ${path}` },
    mutationFn: async ({ file, columns }: CheckRequest) =>
      request<ImportCheck>('POST', `${path}/check${toQuery(columns)}`, {
        body: await file.content,
      }),
  })

  const importing = useMutation({
    mutationFn: async ({ file, columns, key }: ImportRequest) =>
      request<Imported>('POST', `${path}${toQuery(columns)}`, {
        body: await file.content,
        headers: { 'Idempotency-Key': key, ...operationHeaders(key) },
      }),
    // Also runs after the dialog was closed: the import continues without it.
    onSuccess: async ({ imported }, { key }) => {
      onResponse()
      offerUndo({
        title: `${pluralizeRecords(entity, imported)} imported`,
        operation: key,
        undone: (count) => `${pluralizeRecords(entity, count)} removed`,
      })
      await refetchLists()
    },
    onError: (error) => {
      onResponse(error)
      toastFailure(`Failed to import ${entity.title.toLowerCase()}`, describeImportError(error))
    },
  })

  function check(next: CheckRequest) {
    importing.reset()
    checking.mutate(next, { onSuccess: setResult })
  }

  function checkAgain() {
    if (checking.variables) check(checking.variables)
  }

  return {
    file,
    result,
    checking,
    importing,
    errors: listCellErrors(importing.error) ?? result,
    choose(chosen: File) {
      const file = { name: chosen.name, content: readContent(chosen) }
      setFile(file)
      setResult(undefined)
      check({ file })
    },
    /** Undefined if the server rejected the file: the user has to choose another one. */
    checkAgain: checking.error && !isFileError(checking.error) ? checkAgain : undefined,
    match(columns: ColumnMatch) {
      if (!file || !result) return
      setResult({ ...result, columns })
      check({ file, columns })
    },
    startImport() {
      if (!file || !result) return
      // After a lost response the key stays, so that the file is not imported twice (SPEC B52).
      importing.mutate({ file, columns: result.columns, key }, { onSuccess: onDone })
    },
  }
}

/** Reads the whole file now: the spreadsheet may save it again while the user looks at the preview. */
async function readContent(chosen: File): Promise<Blob> {
  // One byte over the limit is enough for the server to reject the file.
  const content = await chosen.slice(0, LARGEST_CSV + 1).arrayBuffer()
  return new Blob([content], { type: 'text/csv' })
}

function toQuery(columns: ColumnMatch | undefined): string {
  if (!columns) return ''
  return `?${new URLSearchParams({ columns: columns.map((name) => name ?? '').join() })}`
}
