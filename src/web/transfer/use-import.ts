import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  LARGEST_CSV,
  type CellErrors,
  type ColumnMatch,
  type ImportCheck,
  type Imported,
} from '#core/transfer/import.ts'
import { pluralizeRecords } from '#core/pluralize.ts'
import type { Entity } from '#core/entities/entity.ts'
import { ApiError, request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey } from '#web/api/request-key.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

export type ChosenFile = { name: string; content: Promise<Blob> }

type Check = { file: ChosenFile; columns?: ColumnMatch }
type Import = { file: ChosenFile; columns: ColumnMatch; key: string }

/** Checks a file each time it or its columns change, and takes it in. */
export function useImport(entity: Entity, onDone: () => void) {
  const [file, setFile] = useState<ChosenFile>()
  const [found, setFound] = useState<ImportCheck>()
  const path = `/api/${entity.name}/import`
  const { key, onAnswer } = useRequestKey()

  const checking = useMutation({
    // One after the other: columns may be changed faster than a large file is checked.
    scope: { id: `check ${path}` },
    mutationFn: async ({ file, columns }: Check) =>
      request<ImportCheck>('POST', `${path}/check${toQuery(columns)}`, {
        body: await file.content,
      }),
  })

  const importing = useMutation({
    mutationFn: async ({ file, columns, key }: Import) =>
      request<Imported>('POST', `${path}${toQuery(columns)}`, {
        body: await file.content,
        headers: { 'Idempotency-Key': key },
      }),
    // Heard after the dialog was closed as well: the import goes on without it.
    onSuccess: async ({ imported }) => {
      onAnswer()
      toast(`${pluralizeRecords(entity, imported)} imported`)
      await refetchLists()
    },
    onError: (error) => {
      onAnswer(error)
      const title = `Failed to import ${entity.title.toLowerCase()}`
      toastFailure(title, messageFor(error))
    },
  })

  function check(given: Check) {
    importing.reset()
    checking.mutate(given, { onSuccess: setFound })
  }

  function checkAgain() {
    if (checking.variables) check(checking.variables)
  }

  return {
    file,
    found,
    checking,
    importing,
    errors: listErrors(importing.error) ?? found,
    choose(chosen: File) {
      const file = { name: chosen.name, content: read(chosen) }
      setFile(file)
      setFound(undefined)
      check({ file })
    },
    /** Where no answer about the file came; one that was refused has to be another one. */
    checkAgain: checking.error && !isFileError(checking.error) ? checkAgain : undefined,
    match(columns: ColumnMatch) {
      if (!file || !found) return
      setFound({ ...found, columns })
      check({ file, columns })
    },
    takeIn() {
      if (!file || !found) return
      // After a lost answer the key stays: the file must not come in twice (SPEC B52).
      importing.mutate({ file, columns: found.columns, key }, { onSuccess: onDone })
    },
  }
}

/** At once, and whole: the spreadsheet may save the file again while it is looked at. */
async function read(chosen: File): Promise<Blob> {
  // One byte over the limit is enough for the server to refuse it.
  const content = await chosen.slice(0, LARGEST_CSV + 1).arrayBuffer()
  return new Blob([content], { type: 'text/csv' })
}

function toQuery(columns: ColumnMatch | undefined): string {
  if (!columns) return ''
  return `?${new URLSearchParams({ columns: columns.map((name) => name ?? '').join() })}`
}

/** What is wrong is the file itself: broken, too large, of another kind. */
function isFileError(error: Error): boolean {
  return isApiError(error) && [400, 413, 415].includes(error.status)
}

function listErrors(error: Error | null): CellErrors | undefined {
  const { errors, errorCount } = (isApiError(error) && (error.body as Partial<CellErrors>)) || {}
  return errors && errorCount ? { errors, errorCount } : undefined
}

function isApiError(error: Error | null): error is ApiError {
  return error instanceof ApiError
}

function messageFor(error: Error): string {
  if (!isApiError(error)) return error.message
  if (error.status === 422) {
    return 'An earlier try was imported after all. Look at the list before you import this file too.'
  }
  if (error.status > 0) return error.message
  return 'The connection was lost. Import it again: what had arrived is not taken twice.'
}
